import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { storedDoi } from '../../kit/doi/index.ts'
import { attemptsReader, notesReader } from './paper-view.ts'

const db = { of: 'the site' } as unknown as Kysely<unknown>
const doi = storedDoi('10.1000/x')

/** A fake feature that returns its arguments and its database. */
const tells = (name: string) => (of: unknown) => async (asked: unknown) => [{ name, of, asked }] as never[]

test('contributions of all features are concatenated in order, omitting empty ones', async () => {
  const attempts = attemptsReader([{ attempts: tells('a') }, {}, { attempts: tells('b') }], db)
  expect(await attempts([doi])).toEqual([
    { name: 'a', of: db, asked: [doi] },
    { name: 'b', of: db, asked: [doi] },
  ])
  const notes = notesReader([{}, { notes: tells('a') }, { notes: tells('b') }], db)
  expect(await notes(doi)).toEqual([
    { name: 'a', of: db, asked: doi },
    { name: 'b', of: db, asked: doi },
  ])
})

test('without contributing features there are none', async () => {
  expect([await attemptsReader([{}], db)([doi]), await notesReader([], db)(doi)]).toEqual([[], []])
})
