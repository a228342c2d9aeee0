//! What a heading says that its column holds, in English, German, French, Spanish, Italian, Portuguese
//! and some of their neighbours, and as Swiss-Manager, Vega, chess-results.com and FIDE write it.
//!
//! A field is a row of one table; everything else enumerates it. Headings are compared without marks,
//! blanks and signs ([`letters::heading`]).

use std::fmt;
use std::str::FromStr;

use edelweiss_model::letters;

/// A kind of rating.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RatingKind {
    /// FIDE, standard time control.
    Standard,
    /// FIDE, rapid.
    Rapid,
    /// FIDE, blitz.
    Blitz,
    /// Of a national federation.
    National,
}

/// What a column holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ListField {
    /// The place in the list, which is not read.
    Place,
    /// Family name and given name in one.
    Name,
    /// The family name.
    LastName,
    /// The given name.
    FirstName,
    /// A rating.
    Rating(RatingKind),
    /// The FIDE title.
    Title,
    /// The title for women, in a column of its own.
    WomenTitle,
    /// The FIDE number.
    FideNumber,
    /// The sex.
    Sex,
    /// The federation.
    Federation,
    /// The date or year of birth.
    Birth,
    /// The club.
    Club,
    /// A group of the event's own.
    Group,
}

/// A field, its code, how people call it, and its headings.
type FieldRow = (ListField, &'static str, &'static str, &'static str);

/// Headings in one text, a blank between two; every one as [`letters::heading`] has it.
const FIELDS: [FieldRow; 16] = [
    (
        ListField::Name,
        "name",
        "name",
        "name names player playername players fullname participant participantname entrant \
         spieler spielerin spielername teilnehmer teilnehmerin teilnehmername namevorname \
         nachnamevorname namevornamen joueur joueuse nomprenom nometprenom nomprenoms nomcomplet \
         nom nombre nombres nombrecompleto apellidosynombre apellidosnombre apellidosynombres \
         nombreyapellidos nombreapellidos jugador jugadora participante giocatore giocatrice \
         cognomenome cognomeenome nominativo nome nomecompleto jogador jogadora naam speler navn \
         namn jmeno jmenoprijmeni prijmenijmeno imieinazwisko nazwiskoimie zawodnik surnameandname \
         surnamename lastnamefirstname lastfirst surnamefirstname",
    ),
    (
        ListField::LastName,
        "last-name",
        "family name",
        "lastname surname familyname last family nachname familienname zuname nomdefamille \
         apellido apellidos cognome sobrenome apelido apelidos ultimonome achternaam efternamn \
         etternavn nazwisko prijmeni vezeteknev prezime",
    ),
    (
        ListField::FirstName,
        "first-name",
        "given name",
        "firstname givenname forename first given vorname vornamen rufname prenom prenoms \
         nombredepila primeironome nomeproprio voornaam fornamn fornavn imie keresztnev ime",
    ),
    (
        ListField::Rating(RatingKind::Standard),
        "rating",
        "rating",
        "rating elo fiderating fideelo elofide ratingfide standard standardrating ratingstandard \
         elostandard std stdrating srtng rtg rtgi rtgint eloi eloint elointernational \
         internationalelo internationalrating internationalerating elointernacional \
         ratinginternacional elointernazionale irtg classical classicalrating classic classique \
         eloclassique clasico rat wertung wertungszahl elozahl elowert elolente punteggioelo \
         currentrating rtng fidestd fidestandard",
    ),
    (
        ListField::Rating(RatingKind::Rapid),
        "rapid",
        "rapid rating",
        "rapid rapidrating ratingrapid elorapid rapidelo rrtng rapide elorapide rapido elorapido \
         ratingrapido schnellschach eloschnell schnellschachelo rapidplay fiderapid rtgrapid semilampo",
    ),
    (
        ListField::Rating(RatingKind::Blitz),
        "blitz",
        "blitz rating",
        "blitz blitzrating ratingblitz eloblitz blitzelo brtng relampago eloblitzrating lampo \
         fideblitz rtgblitz",
    ),
    (
        ListField::Rating(RatingKind::National),
        "national",
        "national rating",
        "national nationalrating nationalelo ratingnational elonational rtgn rtgnat natrtg elon \
         elonat dwz nwz tws nationalewertung elonacional ratingnacional elonazionale ecf uscf \
         fuhrungszahl fuehrungszahl feda fenix elofrancais knsb fff",
    ),
    (
        ListField::Title,
        "title",
        "title",
        "title titel titre titulo titolo tit ti fidetitle fidetitel titrefide titulofide titolofide \
         titulos chesstitle",
    ),
    (
        ListField::WomenTitle,
        "women-title",
        "women's title",
        "wtit wtitle womentitle womenstitle womantitle frauentitel titrefeminin titulofemenino",
    ),
    (
        ListField::FideNumber,
        "fide-id",
        "FIDE number",
        "fideid fidenumber fideno fidenr fide fidecode idfide fideidnumber fideidno fideident \
         fideidentnr codefide codigofide codicefide numerofide numfide nfide nofide matriculefide \
         identfide fideidentification",
    ),
    (
        ListField::Sex,
        "sex",
        "sex",
        "sex gender geschlecht sexe genre sexo genero sesso genere mw wm mf fm hf hm geslacht kjonn \
         kon plec pohlavi",
    ),
    (
        ListField::Federation,
        "federation",
        "federation",
        "fed federation fidefederation fidefed foderation foderationen country countrycode nation \
         nationality nationalitat staat land landeskurzel pays nationalite federacion pais \
         nacionalidad federazione nazione nazionalita paese federacao nacionalidade ctry noc federatie",
    ),
    (
        ListField::Birth,
        "birth",
        "date of birth",
        "birth birthdate birthday dateofbirth dob bday born yearofbirth birthyear yob geburt \
         geburtsdatum geburtstag geb gebdatum gebdat gebjahr geburtsjahr jahrgang jg naissance \
         datedenaissance datenaissance anneedenaissance neele nele nacimiento fechadenacimiento \
         fechanacimiento fnac fecnac fnacimiento anodenacimiento nascita datadinascita datanascita \
         annodinascita nascimento datadenascimento datanascimento anodenascimento geboortedatum \
         fodelsedatum fodselsdato dataurodzenia datumnarozeni",
    ),
    (
        ListField::Club,
        "club",
        "club",
        "club clubname clubcity verein vereinsname vereinort schachverein schachklub cercle clubdechecs \
         circolo clube vereniging klub klubb societa associazione agremiacao entidad",
    ),
    (
        ListField::Group,
        "group",
        "group",
        "group gruppe kategorie category categorie groupe grupo gruppo categoria section sektion \
         division grp agegroup altersklasse altersgruppe ak klasse kat cat groep kategoria typ",
    ),
    (
        ListField::Place,
        "place",
        "place in the list, not read",
        "no nr num number rank rk pos position place platz rang sno startno startnr startnummer \
         startrang lfdnr lfd tlnnr snr n numero classement puesto posicao posizione ordine start \
         startingrank startingno seed pl count",
    ),
];

/// Headings of numbers that may be FIDE's or anybody's: the cells tell.
const IDENTIFICATIONS: [&str; 8] = [
    "id", "idno", "idnumber", "idnr", "ident", "identnr", "code", "codigo",
];

impl ListField {
    /// Every field, in the order in which they are told.
    pub fn all() -> impl Iterator<Item = Self> {
        FIELDS.iter().map(|(field, ..)| *field)
    }

    fn row(self) -> &'static FieldRow {
        let row = FIELDS.iter().find(|(field, ..)| *field == self);
        row.expect("every field has a row")
    }

    /// The name for options and documents.
    pub fn code(self) -> &'static str {
        self.row().1
    }

    /// The name for people.
    pub fn words(self) -> &'static str {
        self.row().2
    }

    /// Whether a list that has it, and no other field of these, has names.
    pub(crate) fn is_name(self) -> bool {
        matches!(self, Self::Name | Self::LastName)
    }

    /// What a heading says.
    pub(crate) fn of_heading(text: &str) -> Option<Self> {
        let heading = letters::heading(text);
        if heading.is_empty() {
            return (text.trim() == "#").then_some(Self::Place);
        }
        // FIDE's lists of one kind call the rating by their month: `NOV25`.
        if let Some((month, year)) = heading.split_at_checked(3)
            && year.len() == 2
            && year.bytes().all(|digit| digit.is_ascii_digit())
            && "jan feb mar apr may jun jul aug sep oct nov dec".contains(month)
        {
            return Some(Self::Rating(RatingKind::Standard));
        }
        let row = FIELDS.iter().find(|(.., headings)| {
            let mut headings = headings.split_ascii_whitespace();
            headings.any(|known| known == heading)
        });
        row.map(|(field, ..)| *field)
    }

    /// Whether a heading is of numbers that may be FIDE's.
    pub(crate) fn may_be_fide_number(text: &str) -> bool {
        IDENTIFICATIONS.contains(&letters::heading(text).as_str())
    }
}

impl fmt::Display for ListField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words())
    }
}

impl FromStr for ListField {
    type Err = String;

    /// # Errors
    /// A text that is no code, with those that there are.
    fn from_str(text: &str) -> Result<Self, String> {
        let row = FIELDS.iter().find(|(_, code, ..)| *code == text);
        row.map(|(field, ..)| *field).ok_or_else(|| {
            let codes: Vec<&str> = FIELDS.iter().map(|(_, code, ..)| *code).collect();
            format!(
                "found the field '{text}', expected one of {}",
                codes.join(", ")
            )
        })
    }
}

/// What the caller says that a column holds: `rating=5`, `rating=C`, `rating=Handicap`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ColumnChoice {
    /// What it holds.
    pub field: ListField,
    /// Which it is: its heading, its number, or its letters in a sheet.
    pub column: String,
}

impl FromStr for ColumnChoice {
    type Err = String;

    /// # Errors
    /// A text that is no field and column.
    fn from_str(text: &str) -> Result<Self, String> {
        let Some((field, column)) = text.split_once('=') else {
            return Err(format!(
                "found the column '{text}', expected a field and its column, such as rating=5"
            ));
        };
        let column = column.trim();
        if column.is_empty() {
            return Err(format!("found '{text}', expected a column behind the '='"));
        }
        Ok(Self {
            field: field.trim().parse()?,
            column: column.to_owned(),
        })
    }
}

impl fmt::Display for ColumnChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.field.code(), self.column)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn no_heading_means_two_things() {
        let mut seen = BTreeSet::new();
        for (field, _, _, headings) in FIELDS {
            for heading in headings.split_ascii_whitespace() {
                assert!(seen.insert(heading), "{heading}");
                assert_eq!(letters::heading(heading), heading);
                assert_eq!(ListField::of_heading(heading), Some(field));
            }
            assert_eq!(field.code().parse(), Ok(field));
        }
        assert!(seen.len() > 300, "{}", seen.len());
        assert_eq!(
            ListField::of_heading("Prénom(s)"),
            Some(ListField::FirstName)
        );
        assert_eq!(ListField::of_heading("Handy"), None);
    }
}
