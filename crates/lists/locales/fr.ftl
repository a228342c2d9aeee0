### Français.

language-name = Français

## Listes.

list-boards = Appariements de la ronde { $round }
list-names = Appariements de la ronde { $round } par nom
list-missing = Résultats manquants
list-standings = Classement après la ronde { $round }
list-cross-table = Grille américaine après la ronde { $round }
list-wall-chart = Tableau de progression après la ronde { $round }
list-cards = Fiches des joueurs
list-starting-rank = Liste de départ
list-categories = Catégories après la ronde { $round }
list-clubs = Clubs après la ronde { $round }
list-federations = Fédérations après la ronde { $round }
list-prizes = Prix

## Colonnes.

col-board = Éch
col-number = No
col-name = Nom
col-white = Blancs
col-black = Noirs
col-rating = Elo
col-points = Pts
col-result = Résultat
col-rank = Rang
col-federation = Féd
col-club = Club
col-group = Groupe
col-birth = Né
col-sex = Sexe
col-fide = ID FIDE
col-colour = Couleur
col-opponent = Adversaire
col-round = Rd
col-sum = Somme
col-why = Raison

## Cellules.

white = Blancs
black = Noirs
bye = exempt
bye-full = exempt (1 point)
bye-half = exempt (½ point)
bye-none = non apparié
sex-w = f
sex-m = m

## Parties.

women = Femmes
juniors = Moins de { $age } ans
seniors = { $age } ans et plus
rating-band = Elo de { $from } à { $to }
unrated = Sans Elo
without = Sans
player-count = { $count ->
    [one] { $count } joueur
   *[other] { $count } joueurs
}

## Notes.

rounds-of = Ronde { $round } sur { $total }
arbiter = Arbitre : { $name }
not-paired = Non appariés : { $names }
has-bye = Exempt : { $names }
none-missing = Toutes les parties ont leur résultat.
shared-rank = Les joueurs de même rang sont à égalité dans tous les départages.
legend-cross-table = Rondes : numéro de l'adversaire, couleur (w : blancs, b : noirs), résultat ; + et - sont des forfaits.
legend-wall-chart = Rondes : numéro de l'adversaire, couleur (w : blancs, b : noirs), résultat et points jusque-là.
no-start = Les groupes d'âge manquent : le fichier ne dit pas quand le tournoi commence (ligne 042).
prizes-total = Attribués : { $given } sur { $total }
prize-not-given = { $category }, place { $place } : non attribué ({ $count ->
    [0] personne ne participe
    [one] un joueur participe
   *[other] { $count } joueurs participent
})
prize-not-given-least = { $category }, place { $place } : non attribué ({ $count ->
    [0] personne ne participe
    [one] un joueur participe
   *[other] { $count } joueurs participent
} ; il en faut { $least })
prize-place = place { $first }
prize-places = places { $first } à { $last }
prize-shared-points = { $count } joueurs à égalité de points partagent { $sums }
prize-shared-rank = { $count } joueurs de même rang partagent { $sums }
prize-hort = la moitié de chaque prix selon le rang, l'autre à parts égales
prize-instead = au lieu de { $offers }
