### English: plain, with the Handbook's words.
###
### What a criterion counts (`criterion-…` in every other language) is said by the tables of the editions.

## The language by its own name.

language-name = English

## Short names of things.

label-residents = Residents
label-moved-down = Moved down
label-moved-in = Moved in
label-s1 = S1
label-s2 = S2
label-limbo = Limbo
label-remainder-s1 = S1 of the remainder
label-remainder-s2 = S2 of the remainder
label-course = How
label-pairs = Pairs
label-floaters = Floats down
label-bye = Bye
label-costs = Cost
label-soft-bans = Soft bans
label-board = Board
label-boards = Boards and colours
label-history = Before the round
label-why-they = Why nobody else
label-instead = It would be
label-decides = Decides
label-question = Question
label-given = Given
label-right = Right
label-open-games = Open games
label-certain = Certain boards
label-uncertain = Not certain yet

## The round and its brackets.

round = Round { $round }, { $rules }
field = { $players } players are paired on { $boards } boards.
field-of-teams = { $teams } teams are paired in { $matches } matches.
more = and { $count } more
bye = { $player } is left over at the end and has the bye
bracket =
    Bracket { $number }: { $score } points{ $route ->
        [penultimate] , paired again so that the round can be completed (A.9)
        [collapsed-last] { " " }and below, the collapsed last bracket (A.9)
       *[normal] { "" }
    }
nobody-is-paired = nobody is paired here
as-they-stand = S1 meets S2 as they stand ({ $article })
mdps-transposed = S2 is transposed so that the moved-down players meet { $opponents } ({ $article })
limbo-altered = of the moved-down players { $paired } are paired, not the first ones ({ $article })
transposed = S2 is transposed to { $order } ({ $article })
exchanged = { $leaving } of S1 and { $entering } of S2 change places ({ $article })

## The steps of systems that are procedures.

step-move-down = moved down without an opponent here: { $players }
step-pair-again = paired again, so that the bracket below can be
step-join = joined with the bracket above
step-make-fewer-pairs = no more than { $pairs } pairs are made
step-refuse-more = { $more } more refused colour preferences are allowed
step-allow-floats =
    { $way ->
        [up] upfloats
       *[down] downfloats
    }{ $round ->
        [last] { "" }
       *[before-the-last] { " " }of the round before the last
    } are no longer protected
step-meet-in-order = the two sides meet as they stand
step-moved-down-meet = the players moved down meet { $players }
step-transpose = S2 is transposed to { $players }
step-exchange = exchanged between S1 and S2: { $players }
step-pair-floaters = floated in and paired first: { $players }
step-transfer-up = transferred from a lower group: { $players }
step-leave-group = out of the group, so that the others can be paired: { $players }
step-change-column = to the other column: { $players }
step-change-row = brought together by a change of rows: { $players }
step-arrange-column = a column is arranged anew: { $players }
step-meet-in-column = paired out of one column: { $players }
step-split-pair = a pair of a neighbouring group is split and moves in: { $players }
step-meet-by-exchange = paired by exchanges, two by two: { $players }
step-drop-colour-limits = the limits of colours do not hold, as the group would keep fewer pairs
step-rank-anew = the ranking: { $players }
step-shorten-distance = too many have met lately; rounds between two games of the same players: { $rounds }
step-meet-neighbour = the next two of the ranking meet
step-pass-over = two by two over others of the ranking: { $players }

## What the criteria cost.

cost = { $name }, { $counts }: { $amount } ({ $payers })
cost-below = { $name }, { $counts }: { $amount } will float from there
costs-nothing = nothing: every criterion from { $first } to { $last } is met
others-cost-nothing = every other criterion is met
soft-bans-kept = kept (not a FIDE criterion)
soft-bans-broken = broken by { $pairs } (not a FIDE criterion: all of these come first)

## Why not otherwise: what is asked, and what is said to it at once.

question-pair = Why do { $one } and { $other } not meet?
question-bye = Why does { $player } not have the bye?
question-float = Why does { $player } not float down?
question-other-colour = Why does { $player } not have the other colour?
question-whatever = Why not?
both = { $one } and { $other }
refusal-granted = it is so in this round
refusal-same-player = { $player } cannot play against himself
refusal-absent = { $player } does not take part in this round
refusal-have-met = { $both } have met in round { $round } (C1)
refusal-kept-apart = the arbiter keeps { $both } apart
refusal-colours-clash = one colour is due absolutely to both { $both }, and neither is a topscorer (C3)
refusal-no-bye = the number of players is even, so nobody has the bye
refusal-barred = { $player } may not have the bye: he has had one, or a win without playing (C2)
refusal-has-bye = { $player } has the bye, and so no colour
refusal-no-such-opponent = the colour rules give { $player } this colour against everybody whom he may meet

## Why not otherwise: what would get worse.

no-round-has-it = no legal round has it: { $groups } groups of players need a partner from outside, and there are only { $partners }
group = group { $number }: { $members }
partners = partners: { $members }
no-round = no round has it
not-compared = this system is a procedure: it has no criteria by which two rounds could be compared
first-difference =
    { $bracket ->
        [1] { "" }
       *[other] everything above stays as it is;{ " " }
    }the best round with it differs first in bracket { $bracket }{ $holds ->
        [a-player-of-it] { "" }
       *[nobody-of-it] , as else what is below could not be paired with it
    }
gets-worse = { $name } gets worse, { $counts }: { $there } instead of { $here }
gets-worse-below = { $name } gets worse, { $counts }: { $there } instead of { $here } will float from there
bye-gets-worse = C5 (2.3.1) gets worse, the score of the player with the bye: { $there } points instead of { $here }
because-of = { " " }({ $units })
later-in-sequence =
    all criteria are equal, and it comes later in the sequence: { $what ->
        [limbo] other moved-down players are paired
        [transposition] S2 is in a later order
        [more-exchanges] more players change places between S1 and S2
       *[wider-exchange] players further apart change places between S1 and S2
    } ({ $article })
more-soft-bans = all criteria are equal, and more pairs break a soft ban, which is not a FIDE criterion: { $there } instead of { $here }
alike = nothing tells the two apart
others-would-cost = { $name } would get worse with { $players }
others-would-break = more pairs would break a soft ban, all criteria being equal: { $players }
others-come-later = later in the sequence, all criteria being equal: { $players }
others-are-barred = may not have the bye: { $players }
others-cannot = in no legal round: { $players }

## A pairing made by hand.

judged-round = A given pairing of round { $round }, { $rules }
is-legal = it is legal
is-not-legal =
    { $reasons ->
        [1] it is not legal, for one reason:
       *[other] it is not legal, for { $reasons } reasons:
    }
breach-unpaired = { $player } takes part and is not paired
breach-paired-twice = { $player } is paired more than once
breach-not-present = { $player } does not take part in this round
breach-needless-bye = { $player } has the bye although the number of players is even
breach-barred-from-bye = { $player } may not have the bye ({ $criterion })
breach-rematch = { $both } have met ({ $criterion })
breach-banned = the arbiter keeps { $both } apart
breach-colour-clash = one colour is due absolutely to both { $both } ({ $criterion })
is-the-right-round = it is the round that the rules make
judged-difference = it differs first in bracket { $bracket } ({ $score } points)

## What is certain while games are open.

previewed-round = What is certain of round { $round }
outcomes-all-paired =
    { $open } { $open ->
        [1] game is
       *[other] games are
    } open; all { $outcomes } outcomes were paired.
outcomes-drawn =
    { $open } { $open ->
        [1] game is
       *[other] games are
    } open; { $outcomes } outcomes were paired, drawn with seed { $seed }: what is certain is certain in these.
outcomes-without-round = In { $n } of them no round can be paired.
colours-open = { $one } meets { $other }; the colours are not certain
times = { $opponent } in { $times } of { $all }
more-opponents = or { $n } more
and-more = { " " }and { $n } more
cut = and { $n } more (--all shows them)
depends-on = ; depends on { $games }

## Colours, and what was before.

seats = { $white } has White against { $black }
colour-both-granted = both get the colour that is due to them
colour-stronger = the stronger preference is granted
colour-wider-difference = both preferences are absolute, and the wider colour difference is served
colour-alternated = the colours alternate from the last time they differed in the two histories
colour-higher-ranked = the preference of the higher ranked player is granted
colour-initial = nobody has a preference: the number of the higher ranked player and the initial colour decide
colour-article = by the colour rules of the system
letter-white = W
letter-black = B
no-colour-due = no colour is due
due =
    { $colour ->
        [white] White
       *[black] Black
    } is due { $strength ->
        [mild] mildly
        [strong] strongly
        [absolute] absolutely
       *[none] { "" }
    }
history = { $player }: { $colours }, { $due }
history-without-game = { $player }: no game yet, { $due }
floated =
    , floated { $way ->
        [down] down
       *[up] up
    } { $rounds ->
        [1] last round
       *[2] two rounds ago
    }
