### Deutsch, mit den Wörtern der Übersetzung des Handbuchs, wo sie welche hat.

## Die Sprache mit ihrem eigenen Namen.

language-name = Deutsch

## Kurze Namen.

label-residents = Angestammte
label-moved-down = Herabgestuft
label-moved-in = Hinzugekommen
label-s1 = S1
label-s2 = S2
label-limbo = Limbo
label-remainder-s1 = S1 des Rests
label-remainder-s2 = S2 des Rests
label-course = Weg
label-pairs = Paarungen
label-floaters = Floatet ab
label-bye = Freilos
label-costs = Preis
label-soft-bans = Weiche Verbote
label-board = Brett
label-boards = Bretter und Farben
label-history = Vor der Runde
label-why-they = Warum sonst niemand
label-instead = Es wäre
label-decides = Entscheidend
label-question = Frage
label-given = Gegeben
label-right = Richtig
label-open-games = Offene Partien
label-certain = Sichere Bretter
label-uncertain = Noch nicht sicher

## Die Runde und ihre Gruppen.

round = Runde { $round }, { $rules }
more = und { $count } weitere
field = { $players } Spieler werden an { $boards } Brettern gepaart.
field-of-teams = { $teams } Mannschaften werden in { $matches } Wettkämpfen gepaart.
bye = { $player } bleibt am Ende übrig und hat das Freilos
bracket =
    Gruppe { $number }: { $score } Punkte{ $route ->
        [penultimate] , noch einmal gepaart, damit die Runde vollendet werden kann (A.9)
        [collapsed-last] { " " }und darunter, die zusammengelegte letzte Gruppe (A.9)
       *[normal] { "" }
    }
nobody-is-paired = hier wird niemand gepaart
as-they-stand = S1 trifft S2 in der gegebenen Reihenfolge ({ $article })
mdps-transposed = S2 wird umgestellt, so dass die Herabgestuften auf { $opponents } treffen ({ $article })
limbo-altered = von den Herabgestuften werden { $paired } gepaart, nicht die ersten ({ $article })
transposed = S2 wird umgestellt zu { $order } ({ $article })
exchanged = { $leaving } aus S1 und { $entering } aus S2 tauschen die Plätze ({ $article })

## Die Schritte der Systeme, die Verfahren sind.

step-move-down = ohne Gegner hier und abgestiegen: { $players }
step-pair-again = neu gepaart, damit die Gruppe darunter gepaart werden kann
step-join = mit der Gruppe darüber vereinigt
step-make-fewer-pairs = nicht mehr als { $pairs } Paare
step-refuse-more = { $more } weitere verweigerte Farbwünsche sind erlaubt
step-allow-floats =
    { $way ->
        [up] Aufsteiger
       *[down] Absteiger
    }{ $round ->
        [last] { "" }
       *[before-the-last] { " " }der vorletzten Runde
    } sind nicht mehr geschützt
step-meet-in-order = beide Seiten treffen sich der Reihe nach
step-moved-down-meet = Gegner der Abgestiegenen: { $players }
step-transpose = S2 wird umgestellt zu { $players }
step-exchange = zwischen S1 und S2 tauschen die Plätze: { $players }
step-pair-floaters = von oben und zuerst gepaart: { $players }
step-transfer-up = aus einer tieferen Gruppe: { $players }
step-leave-group = aus der Gruppe, damit die anderen gepaart werden können: { $players }
step-change-column = in die andere Spalte: { $players }
step-change-row = durch Tausch der Zeilen zusammengeführt: { $players }
step-arrange-column = eine Spalte wird neu geordnet: { $players }
step-meet-in-column = aus einer Spalte gepaart: { $players }
step-split-pair = ein Paar einer Nachbargruppe wird getrennt und kommt herein: { $players }
step-meet-by-exchange = durch Tausch gepaart, je zwei: { $players }
step-drop-colour-limits = die Grenzen der Farben gelten nicht, sonst behielte die Gruppe weniger Paare
step-rank-anew = die Rangliste: { $players }
step-shorten-distance = zu viele haben sich kürzlich getroffen; Runden zwischen zwei Partien derselben Spieler: { $rounds }
step-meet-neighbour = die nächsten beiden der Rangliste treffen sich
step-pass-over = je zwei über andere der Rangliste hinweg: { $players }

## Was die Kriterien zählen. Der Schlüssel sind die Wörter in den Tafeln der Ausgaben.

criterion-downfloaters = Abfloater
criterion-scores-of-the-downfloaters = Punkte der Abfloater
criterion-c6-and-c7-in-the-following-bracket = C6 und C7 in der folgenden Gruppe
criterion-unplayed-games-of-the-player-with-the-bye = ungespielte Partien des Spielers mit dem Freilos
criterion-topscorers-or-opponents-beyond-a-colour-difference-of-2 = Spitzenspieler oder ihre Gegner mit einer Farbdifferenz über 2
criterion-topscorers-or-opponents-with-one-colour-three-times-running = Spitzenspieler oder ihre Gegner mit dreimal derselben Farbe in Folge
criterion-refused-colour-preferences = verweigerte Farbwünsche
criterion-refused-strong-colour-preferences = verweigerte starke Farbwünsche
criterion-resident-downfloaters-who-floated-down-last-round = Abfloater, die schon letzte Runde abfloateten
criterion-opponents-of-mdps-who-floated-up-last-round = Gegner von Herabgestuften, die schon letzte Runde auffloateten
criterion-resident-downfloaters-who-floated-down-two-rounds-ago = Abfloater, die schon vor zwei Runden abfloateten
criterion-opponents-of-mdps-who-floated-up-two-rounds-ago = Gegner von Herabgestuften, die schon vor zwei Runden auffloateten
criterion-score-differences-of-mdps-who-floated-down-last-round = Punktdifferenzen der Herabgestuften, die letzte Runde abfloateten
criterion-score-differences-of-mdp-opponents-who-floated-up-last-round = Punktdifferenzen der Gegner von Herabgestuften, die letzte Runde auffloateten
criterion-score-differences-of-mdps-who-floated-down-two-rounds-ago = Punktdifferenzen der Herabgestuften, die vor zwei Runden abfloateten
criterion-score-differences-of-mdp-opponents-who-floated-up-two-rounds-ago = Punktdifferenzen der Gegner von Herabgestuften, die vor zwei Runden auffloateten
criterion-pairing-score-difference = Punktdifferenz der Paarungen
criterion-moved-down-players-who-are-not-paired = ungepaarte Herabgestufte
criterion-c-5-and-c-6-in-the-following-bracket = C.5 und C.6 in der folgenden Gruppe
criterion-players-who-float-down-as-last-round = Spieler, die abfloaten wie letzte Runde
criterion-players-who-float-up-as-last-round = Spieler, die auffloaten wie letzte Runde
criterion-players-who-float-down-as-two-rounds-ago = Spieler, die abfloaten wie vor zwei Runden
criterion-players-who-float-up-as-two-rounds-ago = Spieler, die auffloaten wie vor zwei Runden
criterion-score-differences-of-players-who-float-down-as-last-round = Punktdifferenzen der Spieler, die abfloaten wie letzte Runde
criterion-score-differences-of-players-who-float-up-as-last-round = Punktdifferenzen der Spieler, die auffloaten wie letzte Runde
criterion-score-differences-of-players-who-float-down-as-two-rounds-ago = Punktdifferenzen der Spieler, die abfloaten wie vor zwei Runden
criterion-score-differences-of-players-who-float-up-as-two-rounds-ago = Punktdifferenzen der Spieler, die auffloaten wie vor zwei Runden

## Was die Kriterien kosten.

cost = { $name }, { $counts }: { $amount } ({ $payers })
cost-below = { $name }, { $counts }: { $amount } werden von dort abfloaten
costs-nothing = nichts: alle Kriterien von { $first } bis { $last } sind erfüllt
others-cost-nothing = alle anderen Kriterien sind erfüllt
soft-bans-kept = eingehalten (kein FIDE-Kriterium)
soft-bans-broken = gebrochen durch { $pairs } (kein FIDE-Kriterium: alle diese gehen vor)

## Warum nicht anders: was gefragt wird, und was sich gleich sagen lässt.

question-pair = Warum treffen { $one } und { $other } nicht aufeinander?
question-bye = Warum hat { $player } nicht das Freilos?
question-float = Warum floatet { $player } nicht ab?
question-other-colour = Warum hat { $player } nicht die andere Farbe?
question-whatever = Warum nicht?
both = { $one } und { $other }
refusal-granted = so ist es in dieser Runde
refusal-same-player = { $player } kann nicht gegen sich selbst spielen
refusal-absent = { $player } nimmt an dieser Runde nicht teil
refusal-have-met = { $both } haben in Runde { $round } gegeneinander gespielt (C1)
refusal-kept-apart = { $both } sollen nicht aufeinander treffen
refusal-colours-clash = { $both } haben beide denselben absoluten Farbwunsch, und keiner ist Spitzenspieler (C3)
refusal-no-bye = die Zahl der Spieler ist gerade, also hat niemand das Freilos
refusal-barred = { $player } darf das Freilos nicht bekommen: er hatte eines, oder einen Sieg ohne Spiel (C2)
refusal-has-bye = { $player } hat das Freilos und damit keine Farbe
refusal-no-such-opponent = { $player } bekäme diese Farbe gegen jeden, den er treffen darf

## Warum nicht anders: was schlechter würde.

no-round-has-it = keine erlaubte Runde hat es: { $groups } Gruppen von Spielern brauchen einen Partner von außen, und es gibt nur { $partners }
group = Gruppe { $number }: { $members }
partners = Partner: { $members }
no-round = keine Runde hat es
not-compared = dieses System ist ein Verfahren: es hat keine Kriterien, nach denen sich zwei Runden vergleichen ließen
first-difference =
    { $bracket ->
        [1] { "" }
       *[other] darüber bleibt alles, wie es ist;{ " " }
    }die beste Runde, die es hat, weicht zuerst in Gruppe { $bracket } ab{ $holds ->
        [a-player-of-it] { "" }
       *[nobody-of-it] , denn sonst ließe sich darunter nicht so paaren
    }
gets-worse = { $name } wird schlechter, { $counts }: { $there } statt { $here }
gets-worse-below = { $name } wird schlechter, { $counts }: { $there } statt { $here } floaten von dort ab
bye-gets-worse = C5 (2.3.1) wird schlechter, die Punkte des Spielers mit dem Freilos: { $there } statt { $here }
because-of = { " " }({ $units })
later-in-sequence =
    alle Kriterien sind gleich, und es kommt in der Folge später: { $what ->
        [limbo] andere Herabgestufte werden gepaart
        [transposition] S2 steht in einer späteren Reihenfolge
        [more-exchanges] mehr Spieler tauschen zwischen S1 und S2
       *[wider-exchange] Spieler mit größerem Abstand tauschen zwischen S1 und S2
    } ({ $article })
more-soft-bans = alle Kriterien sind gleich, und mehr Paarungen brechen ein weiches Verbot, das kein FIDE-Kriterium ist: { $there } statt { $here }
alike = nichts unterscheidet die beiden
others-would-cost = { $name } würde schlechter mit { $players }
others-would-break = bei gleichen Kriterien brächen mehr Paarungen ein weiches Verbot: { $players }
others-come-later = bei gleichen Kriterien später in der Folge: { $players }
others-are-barred = dürfen das Freilos nicht bekommen: { $players }
others-cannot = in keiner erlaubten Runde: { $players }

## Eine Paarung von Hand.

judged-round = Eine gegebene Paarung von Runde { $round }, { $rules }
is-legal = sie ist erlaubt
is-not-legal =
    { $reasons ->
        [1] sie ist nicht erlaubt, aus einem Grund:
       *[other] sie ist nicht erlaubt, aus { $reasons } Gründen:
    }
breach-unpaired = { $player } nimmt teil und ist nicht gepaart
breach-paired-twice = { $player } ist mehr als einmal gepaart
breach-not-present = { $player } nimmt an dieser Runde nicht teil
breach-needless-bye = { $player } hat das Freilos, obwohl die Zahl der Spieler gerade ist
breach-barred-from-bye = { $player } darf das Freilos nicht bekommen ({ $criterion })
breach-rematch = { $both } haben schon gegeneinander gespielt ({ $criterion })
breach-banned = { $both } sollen nicht aufeinander treffen
breach-colour-clash = { $both } haben beide denselben absoluten Farbwunsch ({ $criterion })
is-the-right-round = sie ist die Runde, die die Regeln ergeben
judged-difference = sie weicht zuerst in Gruppe { $bracket } ab ({ $score } Punkte)

## Was sicher ist, solange Partien offen sind.

previewed-round = Was von Runde { $round } sicher ist
outcomes-all-paired =
    { $open } { $open ->
        [1] Partie ist
       *[other] Partien sind
    } offen; alle { $outcomes } Ausgänge wurden gepaart.
outcomes-drawn =
    { $open } { $open ->
        [1] Partie ist
       *[other] Partien sind
    } offen; { $outcomes } Ausgänge wurden gepaart, gezogen mit Startwert { $seed }: was sicher ist, ist in diesen sicher.
outcomes-without-round = In { $n } davon lässt sich keine Runde paaren.
colours-open = { $one } trifft auf { $other }; die Farben sind nicht sicher
times = { $opponent } in { $times } von { $all }
more-opponents = oder { $n } weitere
and-more = { " " }und { $n } weitere
cut = und { $n } weitere (--all zeigt sie)
depends-on = ; abhängig von { $games }

## Farben, und was vorher war.

seats = { $white } hat Weiß gegen { $black }
colour-both-granted = beide bekommen die Farbe, die ihnen zusteht
colour-stronger = der stärkere Farbwunsch wird erfüllt
colour-wider-difference = beide Farbwünsche sind absolut, und die größere Farbdifferenz wird bedient
colour-alternated = die Farben wechseln gegenüber der letzten Runde, in der sie sich unterschieden
colour-higher-ranked = der Farbwunsch des höher eingestuften Spielers wird erfüllt
colour-initial = niemand hat einen Farbwunsch: die Nummer des höher eingestuften Spielers und die Anfangsfarbe entscheiden
colour-article = nach den Farbregeln des Systems
letter-white = W
letter-black = S
no-colour-due = kein Farbwunsch
due =
    Farbwunsch { $colour ->
        [white] Weiß
       *[black] Schwarz
    } ({ $strength ->
        [mild] schwach
        [strong] stark
        [absolute] absolut
       *[none] { "" }
    })
history = { $player }: { $colours }, { $due }
history-without-game = { $player }: noch keine Partie, { $due }
floated =
    , { $rounds ->
        [1] letzte Runde
       *[2] vor zwei Runden
    } { $way ->
        [down] abgefloatet
       *[up] aufgefloatet
    }
