### Italiano.

language-name = Italiano

## Elenchi.

list-boards = Abbinamenti del turno { $round }
list-names = Abbinamenti del turno { $round } per nome
list-missing = Risultati mancanti
list-standings = Classifica dopo il turno { $round }
list-cross-table = Tabellone dopo il turno { $round }
list-wall-chart = Tabella dei progressi dopo il turno { $round }
list-cards = Schede dei giocatori
list-starting-rank = Ordine di partenza
list-categories = Categorie dopo il turno { $round }
list-clubs = Circoli dopo il turno { $round }
list-federations = Federazioni dopo il turno { $round }
list-prizes = Premi

## Colonne.

col-board = Sc
col-number = N.
col-name = Nome
col-white = Bianco
col-black = Nero
col-rating = Elo
col-points = Pti
col-result = Risultato
col-rank = Pos
col-federation = Fed
col-club = Circolo
col-group = Gruppo
col-birth = Nato
col-sex = Sesso
col-fide = ID FIDE
col-colour = Colore
col-opponent = Avversario
col-round = T
col-sum = Somma
col-why = Motivo

## Celle.

white = Bianco
black = Nero
bye = riposa
bye-full = riposo da 1 punto
bye-half = riposo da ½ punto
bye-none = non abbinato
sex-w = f
sex-m = m

## Parti.

women = Donne
juniors = Under { $age }
seniors = Over { $age }
rating-band = Elo da { $from } a { $to }
unrated = Senza Elo
without = Senza
player-count = { $count ->
    [one] { $count } giocatore
   *[other] { $count } giocatori
}

## Note.

rounds-of = Turno { $round } di { $total }
arbiter = Arbitro: { $name }
not-paired = Non abbinati: { $names }
has-bye = Riposa: { $names }
none-missing = Ogni partita ha il suo risultato.
shared-rank = Chi ha la stessa posizione è pari in tutti gli spareggi.
legend-cross-table = Turni: numero dell'avversario, colore (w bianco, b nero), risultato; + e - sono forfait.
legend-wall-chart = Turni: numero dell'avversario, colore (w bianco, b nero), risultato e punti fino ad allora.
no-start = Mancano le fasce d'età: il file non dice quando inizia il torneo (riga 042).
prizes-total = Assegnati: { $given } su { $total }
prize-not-given = { $category }, posto { $place }: non assegnato ({ $count ->
    [0] non partecipa nessuno
    [one] partecipa un giocatore
   *[other] partecipano { $count } giocatori
})
prize-not-given-least = { $category }, posto { $place }: non assegnato ({ $count ->
    [0] non partecipa nessuno
    [one] partecipa un giocatore
   *[other] partecipano { $count } giocatori
}; ne servono { $least })
prize-place = posto { $first }
prize-places = posti da { $first } a { $last }
prize-shared-points = { $count } giocatori a pari punti si dividono { $sums }
prize-shared-rank = { $count } giocatori di pari posizione si dividono { $sums }
prize-hort = metà di ogni premio secondo la posizione, metà in parti uguali
prize-instead = invece di { $offers }
