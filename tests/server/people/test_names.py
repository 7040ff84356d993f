"""Names: what may be shown and claimed, and what is taken for what."""

import json
import re
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from samedeal_client.language.speech import catalogue_of
from samedeal_protocol.limits import NAME_MAX
from samedeal_server.people.naming.likeness import why_not_like_ours
from samedeal_server.people.naming.names import (
    CHECK_MARKS,
    composed,
    is_address,
    is_player_id,
    neutral_name,
    why_not_claimed,
    why_not_shown,
)
from samedeal_server.people.naming.skeletons import alike, skeletons
from samedeal_web.files import STATIC

anything = st.text(max_size=2 * NAME_MAX)
words = st.text(
    st.characters(categories=("L", "N", "P", "S", "Mn")), min_size=3, max_size=NAME_MAX
)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada", "AdA"),
        ("Ada", "Аdа"),  # Cyrillic
        ("Bob", "Вob"),  # a capital whose small letter looks like no Latin one
        ("Bob", "B0b"),
        ("Ill", "1ll"),
        ("Ill", "lll"),
        ("ILL", "ill"),
        ("Mary", "Rnary"),
        ("Mary", "Ｍａｒｙ"),
        ("fin", "ﬁn"),
        ("Νίκος", "ΝΊΚΟΣ"),
        ("Nina", "Νina"),  # a Greek capital
        ("vera", "νera"),  # its small letter
        ("Straße", "STRASSE"),
        ("ПРИВЕТ", "привет"),
        ("Zoë", "Zoe\u0308"),
        ("Ada B", "Ada  B"),
        ("Bob", "🅱ob"),
        ("Bob", "B\u20deob"),
        ("Bob", "🇧ob"),
        ("Ada 15", "Ada ❶➎"),
        ("Ada", "ᴀᴅᴀ"),
        ("Hans", "ʜᴀɴs"),
        ("Hans", "нans"),
    ],
)
def test_names_that_look_alike_are_taken_for_one_another(one: str, other: str) -> None:
    assert alike(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *(("Ann", "Avv"), ("Yuri", "Uuri"), ("Zoe", "Zoë"), ("Ada", "Ida")),
        *(("Ada", "Ad a"), ("Иван", "Ивана"), ("山田花子", "山田花美")),
    ],
)
def test_names_that_differ_are_not_taken_for_one_another(one: str, other: str) -> None:
    assert not alike(one, other)


@given(anything)
def test_a_skeleton_has_no_flesh(text: str) -> None:
    for skeleton in skeletons(text):
        assert skeletons(skeleton) == (skeleton,)
        assert alike(skeleton, text)


@given(anything)
def test_capitals_and_composition_make_no_other_name(text: str) -> None:
    for form in ("NFC", "NFD", "NFKC", "NFKD"):
        assert alike(text, unicodedata.normalize(form, text))
    assert alike(text, text.casefold())


@given(st.text(alphabet="oO0il1IsmrncCaAеЕоОАВ", min_size=3, max_size=NAME_MAX))
def test_swapping_capitals_makes_no_other_name(text: str) -> None:
    assert alike(text, text.upper())
    assert alike(text, text.lower())


@given(anything)
def test_what_can_be_claimed_can_be_shown_and_read(text: str) -> None:
    name = composed(text)
    if why_not_claimed(name) is not None:
        return
    assert why_not_shown(name) is None
    assert 3 <= len(name) <= NAME_MAX
    assert name == " ".join(name.split())
    assert name.isprintable()
    assert not set(name) & CHECK_MARKS
    assert any(character.isalnum() for character in name)
    categories = {unicodedata.category(character) for character in name}
    assert categories.isdisjoint({"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"})
    assert composed(name) == name
    assert skeletons(name)[0].strip()


@pytest.mark.parametrize("nothing", ["\U0001d159", "\U00016fe4", "\u3164", "\u200b"])
def test_a_name_has_nothing_that_nobody_can_see(nothing: str) -> None:
    assert why_not_shown(nothing)
    assert why_not_claimed(f"Alice{nothing}")


@given(words)
@example("--0")
@example("::1")
def test_names_in_any_script_can_be_shown(text: str) -> None:
    name = composed(text)
    if len(name) <= NAME_MAX and not set(name) & CHECK_MARKS:
        reason = why_not_shown(name)
        if is_address(name) or name.startswith("--"):
            assert "an address or an option" in (reason or "")
        elif why_not_like_ours(name) is None:
            assert reason is None or "marks" in reason or "printable" in reason


@pytest.mark.parametrize(
    "name",
    [
        *("Ada Lovelace", "Ива́н", "Νίκος", "山田花子", "김철수님", "שָׁלוֹם", "محمد بن"),
        *("नमस्ते", "ไก่จ๋า", "O'Neill-Smith", "x_1", "Zoë", "☃ Sam", "99 balloons"),
    ],
)
def test_honest_names_can_be_claimed(name: str) -> None:
    assert why_not_claimed(composed(name)) is None


@pytest.mark.parametrize("mark", "✓√*⍻⩗⌄˅𝥷⁕꙳⋆⚹⛥𖬼❇❉❊❋✻✼✽")
def test_no_name_has_what_is_taken_for_the_mark_of_a_claimed_one(mark: str) -> None:
    assert "which mark claimed names" in (why_not_shown(f"Ada {mark}") or "")
    assert "which mark claimed names" in (why_not_shown(f"{mark}Ada") or "")


MISTAKEN = (
    *("Áda", "Ạda", "Ađa"),  # marks and strokes: in honest names, they tell two apart
    *("Ada.", "Ada-", "Ad a", "Adda", "Aba"),  # a sign, a blank, a letter
    *("Ada v", "Ada V", "Ada ѵ"),  # a letter by itself, like the mark of a claimed name
    *("Ada ★", "Ada ☃"),  # signs that no screen has beside a name
    *("Ada bot", "Ada host", "Ada you"),  # words without what screens set around them
    *("Ada 1512", "Ada +12", "Ada 3:21", "1. Ada"),  # numbers, in another column
    *("away", "watching"),  # what a row says, in the column of names
    *("ხost", "Yoบ"),  # letters of scripts whose looks are not read
)
"""What docs/explanation/threats.md says that nothing stops."""


@pytest.mark.parametrize("name", MISTAKEN)
def test_what_can_be_mistaken_and_is_allowed_is_written_down(name: str) -> None:
    assert why_not_shown(name) is None
    assert not alike("Ada", name)


def test_a_neutral_name_is_given_and_cannot_be_taken() -> None:
    name = neutral_name("p-00000000000012ab")
    assert name == "guest-12ab"
    assert why_not_shown(name) is not None  # by whoever asks for it
    assert why_not_claimed(name) is not None
    assert why_not_claimed("GUЕST-12ab") is not None  # with a Cyrillic letter


@pytest.mark.parametrize(
    ("text", "is_id"),
    [
        ("p-0123456789abcdef", True),
        ("p-0123456789abcdeF", False),
        ("p-0123456789abcde", False),
        ("q-0123456789abcdef", False),
        ("p-0123456789abcde\n", False),
    ],
)
def test_a_players_id_is_known_by_its_form(text: str, is_id: bool) -> None:
    assert is_player_id(text) is is_id


@pytest.mark.parametrize(
    "name",
    [
        *(
            "Ada [bot]",
            "Ada(host)",
            "(you)",
            "Ada［bot］",
            "Ada 【bot】",
            "x⦅y",
            "Ada ﹝host﹞",
        ),
        *(
            "You",
            "YOU",
            "you",
            " Y o u",
            "Y.o.u.",
            "Υου",
            "Ｙｏｕ",
            "уou",
            "Y0u",
            "You!",
        ),
        *(
            "Yoú",
            "Tú",
            "tu",
            "TÚ",
            "Tu\u0301",
            "T ú",
            "ｔú",
            "Τú",
        ),
        *("Ada ~", "~Ada", "Ada～", "Ada ∼", "Ada <bot>", "Ada ‹host›", "Ada «bot»"),
        *("Ada ＜bot＞", "<you>", "Ada, bot", "Ada /bot/", "Ada |host", "Ada - Host"),
        *("Usted", "usted", "USTED", "Ústed", "U S T E D", "Ustedes"),
        *("host", "Host", "Ηost", "h0st", "The Host", "Anfitrión", "el anfitrion"),
        *("anfitriona", "Server", "the server", "Servidor", "House", "the house"),
        *("La Casa", "admin", "Admin 1", "ADMIN", "Аdmin", "moderator", "Moderador"),
        *("server admin", "mod", "Bot", "bot 2", "Staff", "Sistema", "system"),
        *("samedeal", "SameDeal", "Same Deal", "samedea1", "samedeal-server"),
        *("Samedeal Team", "s.a.m.e.d.e.a.l"),
        *("guest-1a2b", "Guest-1a2b", "GUEST 1", "guest1", "guest_x", "guest–12ab"),
        *("guеst-12ab", "ｇｕｅｓｔ-1", "g u e s t - 1", "gue\ufb06-1", "guestー1a2b"),
        *("guést-1a2b", "guest.", "invitado-1a2b", "Invitada-1", "invitadο-12ab"),
        *("Nobody", "NOBODY", "Nаdie", "Everybody", "everyone", "Todos"),
        *("Ghost of Ada", "ghοst of Ada", "The Ghost of Ada", "Fantasma de Ada"),
        *("el fantasma del Rey", "Ada, ghost", "Ada · Fantasma", "Ada - ghost"),
        *(
            "Ada is ready.",
            "Ada left.",
            "Ada has left!",
            "Ada está lista.",
            "Ada fell…",
        ),
        *("Аda is reаdy․", "Ada is ready。", "Ada is ready．"),
        *("Ada: hello", "Ada： hello", "Ada:", "the service", "El Servicio"),
        *("p-0123456789abcdef", "P-0123456789ABCDEF", "р-0123456789abcdef", "p-12ab"),
        *(
            "ｐ－０１２３",
            "p 0123456789abcdef",
            "p-O123456789abcdef",
            "p_1a2b",
            "p–1a2b",
        ),
        *("1500?", "Ada 1500?", "15OO？", "1500ʔ", "Ada l500⁇", "9 1 2 ?", "①⑤⓪⓪?"),
        *("❶❺⓿⓿?", "Ada · 1500 ?", "1500⁈", "Ada1500?", "Ada rating 1500"),
        *("Ada · nivel 1610", "Rating 1500", "Ada ratinɡ 15OO"),
        *("Ada 🅱ot", "Ada 🅱🅾🆃", "Ada🅱🅾🆃", "🅱🅾🆃 Ada", "Ada ⓑⓞⓣ", "Ada ⒷⓄⓉ"),
        *("Ada b🄾t", "Ada B\u20deo\u20det\u20de", "Ada 🇧🇴🇹", "Y🅾u", "🅗ost", "🅰dmin"),
        *("Ada 🅖🅗🅞🅢🅣", "samede🅰l", "🅶uest-1a2b", "🅟-12ab"),
        # Small capitals
        *("ʜᴏsᴛ", "ʙᴏᴛ", "ᴀᴅᴍɪɴ", "ꜱᴇʀᴠᴇʀ", "sᴀᴍᴇᴅᴇᴀʟ", "ɴᴏʙᴏᴅʏ", "ʏᴏᴜ"),
        *("Ada · ʜᴏsᴛ", "Ada — ʙᴏᴛ", "Ada ʀᴀᴛɪɴɢ 1500", "ɢuest-1a2b"),
        # Cyrillic, Greek, Coptic, Cherokee, Armenian
        *("вот", "βοτ", "нosт", "hosτ", "ⲏⲟⲥⲧ", "ᎪᎠᎷᏆᏁ", "հօʂէ", "ᏂᎾᏚᎢ"),
        *("Ada · вот", "ΒΟΤ", "Ada, ⲎⲞⲤⲦ", "admιn"),
        # Strokes, and digits and signs for letters
        *("ħost", "høst", "ɓot", "ßot", "adm1n", "4dmin", "@dmin", "5amedeal"),
        *("$amedeal", "s4m3d341", "ho5t", "hoş†", "8ot", "Ɏou", "¥ou"),
        # Ratings
        *("Ada rating1500", "Ada nivel1500", "Ada rating १५००", "Ada raτing 1500"),
        *("Ada r4ting 1500", "Ada 1500⸮", "Ada 1500؟", "Ada १५००?", "Ada ١٥٠٠ ؟"),
        # Colons
        *("Ada∶ hi", "Ada꞉ hi", "Adaː hi", "Ada˸ hi", "Ada։ hi", "Ada⦂ hi", "Ada∷"),
        # Notices without a stop
        *("Match proven", "Ada resigned", "You won", "Ada wins", "You are the host"),
        *("Ada is ready", "Ada has left", "Ada is no longer ready", "Ada is the host"),
        *("Ada está lista", "Ada se ha ido", "Partida probada", "Ada ha ganado"),
        *("Mаtch prоvеn", "Ada re5igned", "The server stops now", "Nobody won"),
        *("Server stops", "the service failed", "Servidor para", "Server restarts"),
        *("a bot", "An admin", "un bot", "bot ghost", "You 1", "6ot"),
    ],
)
def test_nobody_goes_by_what_is_said_of_players(name: str) -> None:
    assert why_not_shown(composed(name).strip())
    assert why_not_claimed(composed(name).strip())


@pytest.mark.parametrize(
    "name",
    [
        *("free seat", "Free  seat!", "frее seat", "asiento libre", "void start"),
        *("This room is closed", "Your seat is kept", "not ready yet", "Aún no"),
        *("Proven", "✦ Proven", "Pr0ven", "Demostrada", "NO está demostrada"),
        *("operator", "0perator", "Ada, operator", "operador", "operadora"),
        *("salida nula", "Sala 7 está cerrada", "Tu sitio se guarda"),
    ],
)
def test_nobody_goes_by_what_the_page_says(name: str) -> None:
    assert why_not_shown(name)


def test_no_words_of_our_clients_are_a_name() -> None:
    page = (STATIC / "words" / "page_es.js").read_text("utf-8")
    texts = {json.loads(said) for said in re.findall(r'"(?:[^"\\]|\\.)*"', page)}
    for text, put in catalogue_of("es").texts.items():
        texts |= {text, *((put,) if isinstance(put, str) else put)}
    few = {each for each in texts if " " in each.strip() and len(each) <= NAME_MAX}
    few = {each for each in few if len(re.findall(r"\w+", each)) > 1}
    few = {composed(each) for each in few if not set(each) & set("{}<>[]")}
    assert len(few) > 400
    assert {each for each in few if why_not_shown(each) is None} == set()


@pytest.mark.parametrize(
    "name",
    [
        *("127.0.0.1", "8.8.8.8", "10.0.0.0/8", "::1", "cafe::1", "fade::/16"),
        *("--all-the-same", "--help"),
    ],
)
def test_nobody_goes_by_what_operators_type_of_others(name: str) -> None:
    assert why_not_shown(name)
    assert why_not_claimed(name)


@pytest.mark.parametrize(
    "name",
    [
        *("guest", "Guest", "guests", "guestbook", "Yolanda", "Youssef", "Yo", "Thu"),
        *(
            "Tula",
            "Tú Anh",
            "P-Diddy",
            "p-4",
            "Pa",
            "Pablo",
            "pbcd0123",
            "robot",
            "Botha",
            "Hostetler",
            "Ada Bot",
            "Gregory House",
            "Ustinov",
            "Admiral",
        ),
        *("Ada-Lena", "Ada <3", "Ada :-D", "You and me", "Sam", "Sam Deal Jr", "Pe-a"),
        *("Smooth Operator", "Free Willy", "Kept Secret", "Ópera", "Seat Leon"),
        *("Ghost", "Fantasma", "Ghost Rider", "Holy Ghost", "Ghosts of Mars", "No"),
        *("Nobodyś", "Nadia", "Todor", "Invitation", "Ada Jr.", "Dr. Ada", "Ada L."),
        *("J. R. R. Tolkien", "Ada", "St. Ada", "Ada!", "Adaline.", "10:30 Ada"),
        *("Servicia", "Everyman", "Ada of Ghosts", "A.B.", "Mr. T."),
        *("O’Neill", "<3 Ada", "x-1", "The Hostess", "la Casandra", "Modesto"),
        *("Ada 🇪🇸", "Ada 1984", "Who?", "Catch 22?", "Ⓐda", "🅱ob", "①", "Apollo 13"),
        *("Вова", "Катя", "Антон Ботов", "Тот", "Нина Мод", "Кит", "Николай Хост"),
        *("Βασίλης", "Τάσος", "Ήβη", "Βότανα", "Ωρίων", "Հակոբ", "ᏣᎳᎩ", "Søren"),
        *("Łukasz", "Đorđe", "Ada Høst", "Iħsan", "L4", "31", "H4nn4", "R2D2"),
        *("علي ١٩٨٤", "राम १५००", "Ada 1500", "Elo 1500", "Ratings", "5am"),
        *("Kim Won", "Lee Ha Won", "Turn Left", "Paradise Lost", "Ada Ready", "Is"),
        *("Ready Player One", "You Know Who", "Ada the Host", "Ann Back", "Ada Here"),
        *("Tłːi", "Ada:D", "Has Beens", "Provence", "Win Min", "House of Cards"),
        *("🅱otha", "Ada ⓜ", "7?", "lol?", "Ada 🆗", "Ada 100!", "A+ rating"),
    ],
)
def test_a_name_that_is_only_near_to_one_can_be_shown(name: str) -> None:
    assert why_not_shown(composed(name)) is None
