### English.

language-name = English

## Lists.

list-boards = Pairings of round { $round }
list-names = Pairings of round { $round } by name
list-missing = Missing results
list-standings = Standings after round { $round }
list-cross-table = Cross table after round { $round }
list-wall-chart = Wall chart after round { $round }
list-cards = Player cards
list-starting-rank = Starting rank
list-categories = Categories after round { $round }
list-clubs = Clubs after round { $round }
list-federations = Federations after round { $round }
list-prizes = Prizes

## Columns.

col-board = Bd
col-number = No
col-name = Name
col-white = White
col-black = Black
col-rating = Rtg
col-points = Pts
col-result = Result
col-rank = Rank
col-federation = Fed
col-club = Club
col-group = Group
col-birth = Born
col-sex = Sex
col-fide = FIDE ID
col-colour = Colour
col-opponent = Opponent
col-round = Rd
col-sum = Sum
col-why = Why

## Cells.

white = White
black = Black
bye = bye
bye-full = full-point bye
bye-half = half-point bye
bye-none = not paired
sex-w = f
sex-m = m

## Parts.

women = Women
juniors = Under { $age }
seniors = { $age } and over
rating-band = Rating { $from } to { $to }
unrated = Unrated
without = Without
player-count = { $count ->
    [one] { $count } player
   *[other] { $count } players
}

## Notes.

rounds-of = Round { $round } of { $total }
arbiter = Arbiter: { $name }
not-paired = Not paired: { $names }
has-bye = Bye: { $names }
none-missing = Every game has its result.
shared-rank = Who shares a rank is equal in every tie-break.
legend-cross-table = Rounds: number of the opponent, colour (w, b), result; + and - are forfeits.
legend-wall-chart = Rounds: number of the opponent, colour (w, b), result, and the points so far.
no-start = Age groups are left out: the file does not say when the event begins (record 042).
prizes-total = Given: { $given } of { $total }
prize-not-given = { $category }, place { $place }: not given ({ $count ->
    [0] nobody takes part
    [one] one player takes part
   *[other] { $count } players take part
})
prize-not-given-least = { $category }, place { $place }: not given ({ $count ->
    [0] nobody takes part
    [one] one player takes part
   *[other] { $count } players take part
}; it takes { $least })
prize-place = place { $first }
prize-places = places { $first } to { $last }
prize-shared-points = { $count } players with equal points share { $sums }
prize-shared-rank = { $count } players of equal rank share { $sums }
prize-hort = half of each by rank, half equally
prize-instead = instead of { $offers }
