import { describe, expect, test } from 'vitest'
import { noteBody } from './perform-note.ts'
import { emptyDraft, longest, problemOf } from './rules.ts'
import { readNotePlace, writeNotePlace } from './store.ts'

const draft = { author: 'Ada', content: 'The link is dead.', interests: '' }

describe('note validation', () => {
  test.each([
    ['with a name and a text', draft, null],
    ['of nothing', emptyDraft, 'Please fill in all fields'],
    ['without a name', { ...draft, author: '' }, 'Please fill in all fields'],
    ['without a text', { ...draft, content: '' }, 'Please fill in all fields'],
    ['of the longest parts', longestDraft(0), null],
    ['with a longer name', { ...draft, author: longestDraft(1).author }, 'A name has at most 100 characters.'],
    [
      'with a longer text',
      { ...draft, content: longestDraft(1).content },
      'A note has at most 5,000 characters. Shorten it or split it into two.',
    ],
    [
      'with longer interests',
      { ...draft, interests: longestDraft(1).interests },
      'Competing interests have at most 500 characters.',
    ],
  ])('a note %s is validated', (_, given, problem) => expect(problemOf(given)).toBe(problem))
})

function longestDraft(more: number) {
  const text = (length: number) => 'x'.repeat(length + more)
  return { author: text(longest.author), content: text(longest.content), interests: text(longest.interests) }
}

describe('notes cursor in a URL', () => {
  test('the cursor round-trips', () => {
    const place = { publishedAt: 1_764_000_000_000, id: 'a-b_C0' }
    expect(writeNotePlace(place)).toBe('1764000000000.a-b_C0')
    expect(readNotePlace(writeNotePlace(place))).toEqual(place)
  })

  test.each([null, '', '5', '5.', '.a', 'x5.a', '5.a b', `5.${'a'.repeat(65)}`, `${'5'.repeat(16)}.a`, ' 5.a', '5.a '])(
    'the cursor %j is invalid',
    text => expect(readNotePlace(text)).toBeNull(),
  )
})

describe('submitted fields', () => {
  const nothing = { author: '', content: '', interests: '', action: 'send' }

  test('unfilled form fields may be empty', () => {
    expect(noteBody.parse({})).toEqual(nothing)
    expect(noteBody.parse({ note: '', reply_to: '', version: '' })).toEqual(nothing)
    expect(noteBody.parse({ note: null, reply_to: null, version: null })).toMatchObject(nothing)
    expect(noteBody.parse({ note: 'a', reply_to: 'b', version: '3' })).toMatchObject({
      note: 'a',
      reply_to: 'b',
      version: 3,
    })
  })

  test.each([
    { note: 'a b' },
    { note: 'x'.repeat(65) },
    { reply_to: '../a' },
    { reply_to: 'a/' },
    { version: 0 },
    { version: 1.5 },
    { version: 1e9 + 1 },
    { content: 5 },
  ])('is refused: %j', body => expect(noteBody.safeParse(body).success).toBe(false))
})
