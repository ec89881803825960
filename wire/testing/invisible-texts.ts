/** Texts that are not empty, and of which nobody sees anything: joiners, fillers, blanks, marks without a letter, selectors, tags. */
export const invisibleTexts: readonly string[] = [
  ...['\u200d', '\u200c', '\u2800', '\u3164', '\u00ad', '\ufeff', '\u0301', '\u0301\u0302', '\ufe0f', '\u{e0101}'],
  ...['\u{e0041}\u{e007f}', '\u115f', '\u2060', '\u180e', '\u{1d159}', '\u200d\u2800\u00ad \u3164'],
]

/** Texts with joiners that belong to them, which are kept as they are: Persian, Hindi, emoji. */
export const joinedTexts: readonly string[] = ['می‌خواهم', 'क्‍ष', '👩‍👩‍👧‍👦', '🏳️‍🌈', 'نامه‌ای از 👨‍👩‍👧']
