### Deutsch.

language-name = Deutsch

## Listen.

list-boards = Paarungen der { $round }. Runde
list-names = Paarungen der { $round }. Runde nach Namen
list-missing = Fehlende Ergebnisse
list-standings = Rangliste nach der { $round }. Runde
list-cross-table = Kreuztabelle nach der { $round }. Runde
list-wall-chart = Fortschrittstabelle nach der { $round }. Runde
list-cards = Spielerkarten
list-starting-rank = Startrangliste
list-categories = Kategorien nach der { $round }. Runde
list-clubs = Vereine nach der { $round }. Runde
list-federations = Verbände nach der { $round }. Runde
list-prizes = Preise

## Spalten.

col-board = Br
col-number = Nr
col-name = Name
col-white = Weiß
col-black = Schwarz
col-rating = Elo
col-points = Pkt
col-result = Ergebnis
col-rank = Rang
col-federation = Land
col-club = Verein
col-group = Gruppe
col-birth = Geboren
col-sex = G
col-fide = FIDE-ID
col-colour = Farbe
col-opponent = Gegner
col-round = Rd
col-sum = Betrag
col-why = Grund

## Zellen.

white = Weiß
black = Schwarz
bye = spielfrei
bye-full = spielfrei mit 1 Punkt
bye-half = spielfrei mit ½ Punkt
bye-none = nicht gepaart
sex-w = w
sex-m = m

## Teile.

women = Frauen
juniors = Unter { $age }
seniors = Ab { $age }
rating-band = Elo { $from } bis { $to }
unrated = Ohne Elo
without = Ohne
player-count = { $count ->
    [one] { $count } Teilnehmer
   *[other] { $count } Teilnehmer
}

## Anmerkungen.

rounds-of = Runde { $round } von { $total }
arbiter = Schiedsrichter: { $name }
not-paired = Nicht gepaart: { $names }
has-bye = Spielfrei: { $names }
none-missing = Jede Partie hat ihr Ergebnis.
shared-rank = Wer einen Rang teilt, ist in allen Feinwertungen gleich.
legend-cross-table = Runden: Nummer des Gegners, Farbe (w, b), Ergebnis; + und - sind kampflos.
legend-wall-chart = Runden: Nummer des Gegners, Farbe (w, b), Ergebnis und die Punkte bis dahin.
no-start = Altersgruppen fehlen: die Datei sagt nicht, wann das Turnier beginnt (Zeile 042).
prizes-total = Vergeben: { $given } von { $total }
prize-not-given = { $category }, { $place }. Platz: nicht vergeben ({ $count ->
    [0] niemand nimmt teil
    [one] ein Spieler nimmt teil
   *[other] { $count } Spieler nehmen teil
})
prize-not-given-least = { $category }, { $place }. Platz: nicht vergeben ({ $count ->
    [0] niemand nimmt teil
    [one] ein Spieler nimmt teil
   *[other] { $count } Spieler nehmen teil
}, nötig sind { $least })
prize-place = { $first }. Platz
prize-places = { $first }. bis { $last }. Platz
prize-shared-points = { $count } Spieler mit gleichen Punkten teilen { $sums }
prize-shared-rank = { $count } Spieler gleichen Ranges teilen { $sums }
prize-hort = die Hälfte jedes Preises nach Rang, die andere gleichmäßig
prize-instead = statt { $offers }
