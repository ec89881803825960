import { createHash } from 'node:crypto'
import { linkIdText } from '@corroborate/wire/landing'
import { expect, test } from 'vitest'
import { loginNoteName, newPkcePair, noteOfLink, writeLoginNote } from './login-note.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url')
const linkId = sha256(linkIdText('token'))
const note = { redirect: '/10.1000/x', verifier: null, linkId }

test('over TLS the note’s cookie has the __Host- prefix', () => {
  expect([loginNoteName(true), loginNoteName(false)]).toEqual(['__Host-login', 'corroborate_login'])
})

test('a note matches only the link it was created for', () => {
  expect(noteOfLink(writeLoginNote(note), 'token')).toEqual(note)
  expect(noteOfLink(writeLoginNote({ ...note, verifier: 'v' }), 'token')).toEqual({ ...note, verifier: 'v' })
  expect(noteOfLink(writeLoginNote(note), 'another')).toBeNull()
  expect(noteOfLink(undefined, 'token')).toBeNull()
})

test('a foreign note is rejected', () => {
  const written = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  for (const text of ['', 'x', written(null), written({ ...note, redirect: 1 }), written({ redirect: '/', linkId })])
    expect(noteOfLink(text, 'token')).toBeNull()
})

test('a note holds a 2,000-character return URL and the longest verifier', () => {
  const held = (changes: object) => noteOfLink(writeLoginNote({ ...note, ...changes }), 'token')
  for (const fits of [{ redirect: '/'.repeat(2_000) }, { verifier: 'v'.repeat(128) }])
    expect(held(fits)).toMatchObject(fits)
  for (const more of [{ redirect: '/'.repeat(2_001) }, { verifier: 'v'.repeat(129) }]) expect(held(more)).toBeNull()
})

test('verifiers are random, with their S256 challenge (RFC 7636, section 4)', () => {
  const { verifier, challenge } = newPkcePair()
  expect(verifier).toMatch(/^[\w-]{64}$/)
  expect(challenge).toBe(sha256(verifier))
  expect(newPkcePair().verifier).not.toBe(verifier)
})
