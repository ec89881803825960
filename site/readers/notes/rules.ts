import { groupedNumber } from '../../kit/amounts/index.ts'
/** The longest parts of a note, in UTF-16 code units. */
export const longest = { author: 100, content: 5_000, interests: 500 } as const

/** What a reader typed: kept as it is, so that nothing is lost when it cannot be sent. */
export type NoteDraft = { author: string; content: string; interests: string }

export const emptyDraft: NoteDraft = { author: '', content: '', interests: '' }

/** What keeps a cleaned note from being sent; null when nothing does. Sentences of SPEC §5 where it has them. */
export const problemOf = ({ author, content, interests }: NoteDraft): string | null => {
  if (author === '' || content === '') return 'Please fill in all fields'
  for (const [name, text] of Object.entries({ author, content, interests }))
    if (text.length > longest[name as keyof typeof longest]) return tooLong[name as keyof typeof longest]
  return null
}

const tooLong: Readonly<Record<keyof typeof longest, string>> = {
  author: `A name has at most ${longest.author} characters.`,
  content: `A note has at most ${groupedNumber(longest.content)} characters. Shorten it or split it into two.`,
  interests: `Competing interests have at most ${longest.interests} characters.`,
}
