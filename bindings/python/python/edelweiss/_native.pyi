from os import PathLike
from typing import Any, Callable, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, Union, final

__all__ = [
    "__version__",
    "EdelweissError",
    "TournamentError",
    "ProofError",
    "MatchingError",
    "InternalError",
    "Tournament",
    "Columns",
    "Experiment",
    "answer",
    "answer_many",
    "new",
    "pair_table",
    "versions",
    "verify",
    "generate",
    "simulate",
    "best_matching",
    "best_matchings",
    "verify_matching",
    "decompose",
    "_panic_for_tests",
]

__version__: str

class EdelweissError(Exception): ...

class TournamentError(EdelweissError):
    kind: str
    line: Optional[int]
    column: Optional[int]
    messages: Sequence[str]
    hint: Optional[str]

class ProofError(EdelweissError): ...
class MatchingError(EdelweissError): ...
class InternalError(RuntimeError): ...

@final
class Tournament:
    @staticmethod
    def read(
        path: Union[str, PathLike[str]],
        *,
        encoding: Optional[str] = None,
        check_points: bool = True,
    ) -> Tournament: ...
    @staticmethod
    def loads(
        content: Union[str, bytes],
        name: str = "<string>",
        *,
        encoding: Optional[str] = None,
        check_points: bool = True,
    ) -> Tournament: ...
    @staticmethod
    def from_results(
        players: Union[int, Sequence[Union[str, Tuple[str, Optional[int]], Dict[str, Any]]]],
        # A table is a dictionary of arrays, an array with names, or an object with `__arrow_c_stream__` or `columns`.
        rounds: Any = ...,
        *,
        byes: Any = None,
        name: str = "",
        rounds_total: Optional[int] = None,
        initial_colour: Optional[str] = None,
        rules: Optional[Union[int, str]] = None,
        system: Optional[str] = None,
        starts: Optional[str] = None,
        forbidden: Sequence[Sequence[int]] = ...,
    ) -> Tournament: ...
    def dumps(self) -> str: ...
    def to_bytes(self) -> bytes: ...
    @property
    def file(self) -> str: ...
    @property
    def encoding(self) -> Optional[str]: ...
    @property
    def check_points(self) -> bool: ...
    @property
    def name(self) -> str: ...
    @property
    def players(self) -> List[Dict[str, Any]]: ...
    @property
    def rounds_paired(self) -> int: ...
    @property
    def rounds_total(self) -> Optional[int]: ...
    @property
    def warnings(self) -> List[str]: ...
    def _repr_html_(self) -> str: ...
    def __len__(self) -> int: ...

@final
class Columns:
    def names(self) -> List[str]: ...
    def column(self, name: str) -> Tuple[str, Any]: ...
    def __len__(self) -> int: ...
    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any: ...

@final
class Experiment:
    def __new__(
        cls, text: str, arrays: Mapping[str, Callable[[bytes, int, int, int], List[bytes]]]
    ) -> Experiment: ...
    @property
    def parts(self) -> int: ...
    def manifest(self) -> str: ...
    def part(self, part: int) -> bytes: ...
    def summary(self, rows: Iterable[bytes]) -> Tuple[str, str]: ...

# n, both ends of every edge as four bytes each, and the weights as eight bytes each or as integers.
_Edges = Dict[str, Any]
# bonus, dual_2x, blossoms (what is around each, and its dual) and innermost.
_Proof = Dict[str, Any]

def answer(question: str, tournament: Tournament, options: str) -> bytes: ...
def answer_many(
    question: str, tournaments: Sequence[Tuple[Tournament, str]]
) -> List[bytes]: ...
def pair_table(
    tournament: Tournament, options: str
) -> Tuple[int, Columns, Optional[int], Optional[int]]: ...
def new(list: bytes, options: str) -> str: ...
def versions() -> str: ...
def verify(tournament: Tournament, proof: bytes, options: str) -> str: ...
def generate(
    name: str, options: str, model: Optional[Tournament] = None
) -> Tournament: ...
def simulate(
    options: str, start: int, count: int, tie_breaks: Optional[str]
) -> Tuple[Columns, Columns, Columns, Columns]: ...
def best_matchings(edges: _Edges, goal: str, k: int) -> List[List[Tuple[int, int]]]: ...
def best_matching(
    edges: _Edges, goal: str
) -> Tuple[List[Optional[int]], int, _Proof]: ...
def verify_matching(
    edges: _Edges, goal: str, mates: Sequence[Optional[int]], proof: _Proof
) -> int: ...
def decompose(
    edges: _Edges,
) -> Tuple[List[Optional[int]], List[int], List[int], List[int]]: ...
def _panic_for_tests() -> None: ...
