//! Names for guests who bring none: an adjective and a bird, in the guest's language.

use super::name::PlayerName;

/// The languages that names are invented in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    /// English, and every language without a list of its own.
    #[default]
    En,
    /// Russian.
    Ru,
    /// Hungarian.
    Hu,
}

impl Language {
    /// The language of a BCP 47 tag, by its first part.
    #[must_use]
    pub fn of_tag(tag: &str) -> Self {
        let primary = tag.split(['-', '_']).next().unwrap_or_default();
        match primary.to_ascii_lowercase().as_str() {
            "ru" => Self::Ru,
            "hu" => Self::Hu,
            _ => Self::En,
        }
    }

    /// Its tag.
    #[must_use]
    pub const fn tag(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Ru => "ru",
            Self::Hu => "hu",
        }
    }

    const fn words(self) -> &'static Words {
        match self {
            Self::En => &EN,
            Self::Ru => &RU,
            Self::Hu => &HU,
        }
    }
}

/// Every adjective goes with every noun; in Russian all nouns are masculine.
struct Words {
    adjectives: [&'static str; 24],
    nouns: [&'static str; 24],
}

static EN: Words = Words {
    adjectives: [
        "Quiet", "Merry", "Patient", "Clever", "Gentle", "Bold", "Sunny", "Brisk", "Humble",
        "Lucky", "Nimble", "Proud", "Sleepy", "Steady", "Swift", "Tidy", "Wise", "Witty", "Amber",
        "Silver", "Misty", "Early", "Cheerful", "Calm",
    ],
    nouns: [
        "Heron", "Robin", "Falcon", "Magpie", "Plover", "Starling", "Kestrel", "Wren", "Finch",
        "Owl", "Swallow", "Crane", "Stork", "Jay", "Lark", "Raven", "Curlew", "Osprey", "Thrush",
        "Avocet", "Linnet", "Dunlin", "Grebe", "Swift",
    ],
};

static RU: Words = Words {
    adjectives: [
        "Тихий",
        "Весёлый",
        "Мудрый",
        "Ловкий",
        "Смелый",
        "Добрый",
        "Быстрый",
        "Скромный",
        "Удалой",
        "Гордый",
        "Сонный",
        "Ранний",
        "Серый",
        "Рыжий",
        "Хитрый",
        "Бойкий",
        "Лесной",
        "Речной",
        "Степной",
        "Зимний",
        "Ясный",
        "Звонкий",
        "Бравый",
        "Мирный",
    ],
    nouns: [
        "Аист",
        "Снегирь",
        "Журавль",
        "Сокол",
        "Стриж",
        "Дрозд",
        "Ворон",
        "Филин",
        "Чижик",
        "Щегол",
        "Скворец",
        "Соловей",
        "Грач",
        "Дятел",
        "Зяблик",
        "Кулик",
        "Лебедь",
        "Орлан",
        "Коршун",
        "Удод",
        "Глухарь",
        "Фазан",
        "Голубь",
        "Воробей",
    ],
};

static HU: Words = Words {
    adjectives: [
        "Csendes",
        "Vidám",
        "Bölcs",
        "Ügyes",
        "Bátor",
        "Szelíd",
        "Gyors",
        "Szerény",
        "Büszke",
        "Álmos",
        "Korai",
        "Szürke",
        "Ravasz",
        "Fürge",
        "Erdei",
        "Folyami",
        "Pusztai",
        "Téli",
        "Derűs",
        "Nyugodt",
        "Türelmes",
        "Szerencsés",
        "Éber",
        "Kedves",
    ],
    nouns: [
        "Gém",
        "Gólya",
        "Daru",
        "Sólyom",
        "Rigó",
        "Holló",
        "Bagoly",
        "Cinke",
        "Pinty",
        "Seregély",
        "Fecske",
        "Harkály",
        "Veréb",
        "Hattyú",
        "Pacsirta",
        "Szarka",
        "Varjú",
        "Galamb",
        "Fácán",
        "Tengelic",
        "Lile",
        "Kócsag",
        "Ölyv",
        "Rétisas",
    ],
};

/// A name made from random bits. Names are not unique; ids are.
#[must_use]
pub fn invented_name(language: Language, random: u128) -> PlayerName {
    let words = language.words();
    let adjective = pick(&words.adjectives, random);
    let noun = pick(&words.nouns, random / 24);
    let text = format!("{adjective} {noun}");
    text.parse()
        .expect("every pair of words is a name; a test tries them all")
}

fn pick(words: &'static [&'static str; 24], random: u128) -> &'static str {
    let index = usize::try_from(random % 24).expect("a number below 24 fits");
    words.get(index).expect("the list has 24 words")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_pair_of_words_is_a_name() {
        for language in [Language::En, Language::Ru, Language::Hu] {
            let names: BTreeSet<String> = (0..24 * 24)
                .map(|random| invented_name(language, random).to_string())
                .collect();
            assert_eq!(names.len(), 24 * 24, "{language:?}: a word is listed twice");
        }
    }

    #[test]
    fn a_language_is_known_by_the_first_part_of_its_tag() {
        for (tag, language) in [
            ("ru", Language::Ru),
            ("RU-ru", Language::Ru),
            ("hu_HU", Language::Hu),
            ("hun", Language::En),
            ("de-AT", Language::En),
            ("", Language::En),
        ] {
            assert_eq!(Language::of_tag(tag), language, "{tag}");
        }
    }
}
