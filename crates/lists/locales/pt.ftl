### Português.

language-name = Português

## Listas.

list-boards = Emparceiramentos da ronda { $round }
list-names = Emparceiramentos da ronda { $round } por nome
list-missing = Resultados em falta
list-standings = Classificação após a ronda { $round }
list-cross-table = Quadro cruzado após a ronda { $round }
list-wall-chart = Quadro de progresso após a ronda { $round }
list-cards = Fichas dos jogadores
list-starting-rank = Lista inicial
list-categories = Categorias após a ronda { $round }
list-clubs = Clubes após a ronda { $round }
list-federations = Federações após a ronda { $round }
list-prizes = Prémios

## Colunas.

col-board = Tab
col-number = No
col-name = Nome
col-white = Brancas
col-black = Pretas
col-rating = Elo
col-points = Pts
col-result = Resultado
col-rank = Lugar
col-federation = Fed
col-club = Clube
col-group = Grupo
col-birth = Nasc
col-sex = Sexo
col-fide = ID FIDE
col-colour = Cor
col-opponent = Adversário
col-round = Rd
col-sum = Valor
col-why = Motivo

## Células.

white = Brancas
black = Pretas
bye = isento
bye-full = isento com 1 ponto
bye-half = isento com ½ ponto
bye-none = não emparceirado
sex-w = f
sex-m = m

## Partes.

women = Mulheres
juniors = Sub-{ $age }
seniors = { $age } anos ou mais
rating-band = Elo de { $from } a { $to }
unrated = Sem Elo
without = Sem
player-count = { $count ->
    [one] { $count } jogador
   *[other] { $count } jogadores
}

## Notas.

rounds-of = Ronda { $round } de { $total }
arbiter = Árbitro: { $name }
not-paired = Não emparceirados: { $names }
has-bye = Isento: { $names }
none-missing = Todas as partidas têm o seu resultado.
shared-rank = Quem partilha o lugar está igual em todos os desempates.
legend-cross-table = Rondas: número do adversário, cor (w brancas, b pretas), resultado; + e - são faltas de comparência.
legend-wall-chart = Rondas: número do adversário, cor (w brancas, b pretas), resultado e pontos até então.
no-start = Faltam os grupos etários: o ficheiro não diz quando o torneio começa (linha 042).
prizes-total = Entregues: { $given } de { $total }
prize-not-given = { $category }, lugar { $place }: não atribuído ({ $count ->
    [0] ninguém participa
    [one] participa um jogador
   *[other] participam { $count } jogadores
})
prize-not-given-least = { $category }, lugar { $place }: não atribuído ({ $count ->
    [0] ninguém participa
    [one] participa um jogador
   *[other] participam { $count } jogadores
}; são precisos { $least })
prize-place = lugar { $first }
prize-places = lugares { $first } a { $last }
prize-shared-points = { $count } jogadores com os mesmos pontos repartem { $sums }
prize-shared-rank = { $count } jogadores do mesmo lugar repartem { $sums }
prize-hort = metade de cada prémio por lugar, metade em partes iguais
prize-instead = em vez de { $offers }
