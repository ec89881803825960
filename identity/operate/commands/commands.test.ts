import { expect, test } from 'vitest'
import { commands } from './index.ts'

const wordsOf = (usage: string): string => usage.replace(/ [<[].*$/, '')
const named = (wanted: (command: (typeof commands)[number]) => boolean): string[] =>
  commands
    .filter(wanted)
    .map(({ usage }) => wordsOf(usage))
    .toSorted()

test('command names are unique', () => {
  const all = named(() => true)
  expect(new Set(all).size).toBe(all.length)
  for (const { summary } of commands) expect(summary).toMatch(/^[A-Z]/)
})

test('some commands are read-only', () => {
  expect(named(({ reads }) => reads === true)).toEqual([
    ...['admin list', 'app list', 'app show', 'audit', 'audit secret', 'audit verify', 'outbox list'],
    ...['project events-secret', 'project list', 'project provider list', 'project show', 'text list'],
    ...['user list', 'user role list', 'user search', 'user sessions', 'user show', 'webhook list'],
  ])
})

test('support staff can run user support commands', () => {
  expect(named(({ role }) => role === 'support')).toEqual([
    ...['impersonate', 'outbox retry', 'user authenticator remove', 'user delete', 'user export'],
    ...['user factor remove', 'user session end', 'user unlock', 'webhook replay'],
  ])
})

test('secrets are shown to owners only', () => {
  expect(named(({ role }) => role === 'owner')).toEqual(['audit secret', 'project events-secret'])
  expect(named(({ role }) => role === 'auditor')).toEqual([])
})

test('some command results are shown only once', () => {
  expect(named(({ showsOnce }) => showsOnce === true)).toEqual([
    ...['admin add', 'admin invite', 'app create', 'app rotate-secret', 'app set', 'audit secret', 'impersonate'],
    ...['project events-secret', 'project provider set', 'user import'],
  ])
})

test('project commands take the project as an option', () => {
  expect(named(({ flags }) => !('project' in (flags ?? {})))).toEqual([
    ...['admin add', 'admin invite', 'admin list', 'admin remove', 'admin role', 'audit secret', 'audit verify'],
    ...['outbox list', 'project create', 'project events-secret', 'project list', 'project set', 'project show'],
  ])
})

test('every option has a description, and few are boolean', () => {
  const options = commands.flatMap(({ usage, flags }) =>
    Object.entries(flags ?? {}).map(([name, flag]) => ({ name: `${wordsOf(usage)} --${name}`, ...flag })),
  )
  expect(options.filter(({ help }) => help === '')).toEqual([])
  expect(options.filter(({ argument }) => argument === '').map(({ name }) => name)).toEqual([
    'project create --live',
    'user import --dry-run',
    'keys rotate --revoke-old',
    'app create --public',
    'app create --first-party',
  ])
  const choices = Object.fromEntries(options.map(({ name, argument }) => [name, argument]))
  expect(choices).toMatchObject({
    'admin add --role': 'auditor|support|owner',
    'app set --auth-method': 'client_secret|private_key_jwt',
    'app set --profile': 'none|fapi2|fapi2-message-signing',
    'project set --device-fingerprint': 'off|observation|decisioning',
    'project set --locale': expect.stringMatching(/^en\|de\|/),
  })
})
