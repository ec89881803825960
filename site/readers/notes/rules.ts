import { groupedNumber } from '../../kit/amounts/index.ts'
/** The longest parts of a note, in UTF-16 code units. */
export const longest = { author: 100, content: 5_000, interests: 500 } as const

/** Raw input of a note, kept so that nothing is lost on an error. */
export type NoteDraft = { author: string; content: string; interests: string }

export const emptyDraft: NoteDraft = { author: '', content: '', interests: '' }

/** Returns the validation error of a normalized note; null if valid. Uses SPEC §5's messages where given. */
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
