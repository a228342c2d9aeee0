### Español.

language-name = Español

## Listas.

list-boards = Emparejamientos de la ronda { $round }
list-names = Emparejamientos de la ronda { $round } por nombre
list-missing = Resultados pendientes
list-standings = Clasificación tras la ronda { $round }
list-cross-table = Tabla cruzada tras la ronda { $round }
list-wall-chart = Tabla de progreso tras la ronda { $round }
list-cards = Fichas de los jugadores
list-starting-rank = Ranking inicial
list-categories = Categorías tras la ronda { $round }
list-clubs = Clubes tras la ronda { $round }
list-federations = Federaciones tras la ronda { $round }
list-prizes = Premios

## Columnas.

col-board = Mesa
col-number = No
col-name = Nombre
col-white = Blancas
col-black = Negras
col-rating = Elo
col-points = Pts
col-result = Resultado
col-rank = Puesto
col-federation = Fed
col-club = Club
col-group = Grupo
col-birth = Nac
col-sex = Sexo
col-fide = ID FIDE
col-colour = Color
col-opponent = Rival
col-round = Rd
col-sum = Importe
col-why = Motivo

## Celdas.

white = Blancas
black = Negras
bye = descansa
bye-full = descanso de 1 punto
bye-half = descanso de ½ punto
bye-none = no emparejado
sex-w = f
sex-m = m

## Partes.

women = Mujeres
juniors = Sub-{ $age }
seniors = { $age } años o más
rating-band = Elo de { $from } a { $to }
unrated = Sin Elo
without = Sin
player-count = { $count ->
    [one] { $count } jugador
   *[other] { $count } jugadores
}

## Notas.

rounds-of = Ronda { $round } de { $total }
arbiter = Árbitro: { $name }
not-paired = No emparejados: { $names }
has-bye = Descansa: { $names }
none-missing = Todas las partidas tienen su resultado.
shared-rank = Quienes comparten puesto están igualados en todos los desempates.
legend-cross-table = Rondas: número del rival, color (w blancas, b negras), resultado; + y - son incomparecencias.
legend-wall-chart = Rondas: número del rival, color (w blancas, b negras), resultado y puntos hasta entonces.
no-start = Faltan los grupos de edad: el fichero no dice cuándo empieza el torneo (línea 042).
prizes-total = Entregados: { $given } de { $total }
prize-not-given = { $category }, puesto { $place }: desierto ({ $count ->
    [0] no participa nadie
    [one] participa un jugador
   *[other] participan { $count } jugadores
})
prize-not-given-least = { $category }, puesto { $place }: desierto ({ $count ->
    [0] no participa nadie
    [one] participa un jugador
   *[other] participan { $count } jugadores
}; hacen falta { $least })
prize-place = puesto { $first }
prize-places = puestos { $first } a { $last }
prize-shared-points = { $count } jugadores con los mismos puntos se reparten { $sums }
prize-shared-rank = { $count } jugadores del mismo puesto se reparten { $sums }
prize-hort = la mitad de cada premio por puesto, la otra a partes iguales
prize-instead = en lugar de { $offers }
