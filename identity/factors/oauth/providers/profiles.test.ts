import type { OAuthProvider } from '@corroborate/wire/providers'
import { describe, expect, test } from 'vitest'
import { providers } from './index.ts'
import type { Profile, Seen } from './provider.ts'

// Profiles parsed from each provider's documented response.

const profileOf = (name: OAuthProvider, seen: Partial<Seen>): Profile =>
  providers[name].toProfile({ claims: null, answers: [], posted: null, trustsEmails: false, ...seen })

const uuid = 'a1b2c3d4-0000-4000-8000-000000000001'
const picture = 'https://pictures.example/ada.png'
const email = 'ada@example.org'
const ada = { name: { first: 'Ada Lovelace', last: '' }, pictureUrl: picture, locale: '' }

describe('complete profile', () => {
  test.each<[OAuthProvider, Partial<Seen>, Partial<Profile>]>([
    [
      'github',
      {
        answers: [
          { id: 7, login: 'ada', name: 'Ada Lovelace', avatar_url: picture },
          [
            { email: 'other@example.org', primary: false, verified: true },
            { email, primary: true, verified: true },
          ],
        ],
      },
      { ...ada, email: { address: email, class: 'B' } },
    ],
    [
      'facebook',
      { answers: [{ id: '8', name: 'Ada Lovelace', email, picture: { data: { url: picture } } }] },
      { ...ada, email: { address: email, class: 'C' } },
    ],
    [
      'discord',
      {
        answers: [
          {
            id: '9',
            username: 'ada',
            global_name: 'Ada Lovelace',
            avatar: 'a_0F',
            email,
            verified: true,
            locale: 'de',
          },
        ],
      },
      {
        ...ada,
        email: { address: email, class: 'B' },
        pictureUrl: 'https://cdn.discordapp.com/avatars/9/a_0F.png',
        locale: 'de',
      },
    ],
    [
      'amazon',
      { answers: [{ user_id: 'amzn1', name: 'Ada Lovelace', email }] },
      { ...ada, pictureUrl: '', email: { address: email, class: 'C' } },
    ],
    [
      'bitbucket',
      {
        answers: [
          { uuid: `{${uuid}}`, display_name: 'Ada Lovelace', links: { avatar: { href: picture } } },
          {
            values: [
              { email: 'other@example.org', is_primary: false, is_confirmed: true },
              { email, is_primary: true, is_confirmed: true },
            ],
          },
        ],
      },
      { ...ada, email: { address: email, class: 'B' } },
    ],
    [
      'coinbase',
      { answers: [{ data: { id: 'C', name: 'Ada Lovelace', avatar_url: picture, email } }] },
      { ...ada, email: { address: email, class: 'C' } },
    ],
    [
      'twitch',
      { answers: [{ sub: '44', preferred_username: 'Ada Lovelace', picture, email, email_verified: true }] },
      { ...ada, email: { address: email, class: 'B' } },
    ],
    [
      'twitter',
      {
        answers: [
          { data: { id: '12', name: 'Ada Lovelace', profile_image_url: picture } },
          { data: { confirmed_email: email } },
        ],
      },
      { ...ada, email: { address: email, class: 'C' } },
    ],
    [
      'tiktok',
      { answers: [{ data: { user: { open_id: 'o', display_name: 'Ada Lovelace', avatar_url: picture } } }] },
      { ...ada, email: null },
    ],
    [
      'snapchat',
      { answers: [{ data: { me: { externalId: 's', displayName: 'Ada Lovelace', bitmoji: { avatar: picture } } } }] },
      { ...ada, email: null },
    ],
    [
      'figma',
      { answers: [{ id: '3', handle: 'Ada Lovelace', img_url: picture, email }] },
      { ...ada, email: { address: email, class: 'C' } },
    ],
  ])('complete profile of %s', (name, seen, profile) => {
    expect(profileOf(name, seen)).toMatchObject(profile)
  })
})

describe('minimal profile', () => {
  const nobody = { email: null, name: { first: '', last: '' }, pictureUrl: '', locale: '' }

  test.each<[OAuthProvider, unknown[]]>([
    ['github', [{ id: 7 }, null]],
    ['facebook', [{ id: '8', picture: { data: 'odd' } }]],
    ['discord', [{ id: '9' }]],
    ['amazon', [{ user_id: 'amzn1' }]],
    ['bitbucket', [{ uuid, links: { avatar: null } }, null]],
    ['coinbase', [{ data: { id: 'C' } }]],
    ['twitch', [{ sub: '44' }]],
    ['twitter', [{ data: { id: '12' } }, null]],
    ['twitter', [{ data: { id: '12' } }, { data: null }]],
    ['tiktok', [{ data: { user: { open_id: 'o' } } }]],
    ['snapchat', [{ data: { me: { externalId: 's', bitmoji: null } } }]],
    ['figma', [{ id: '3' }]],
  ])('a minimal profile of %s has no email, name or picture: %j', (name, answers) => {
    expect(profileOf(name, { answers })).toMatchObject(nobody)
  })
})

test.each<[OAuthProvider, object]>([
  ['github', { id: 7, login: 'ada' }],
  ['discord', { id: '9', username: 'ada' }],
])('the username replaces a missing name at %s', (name, answer) => {
  expect(profileOf(name, { answers: [answer] }).name.first).toBe('ada')
})

test.each(['../a', 'a/b', '', 'a.png?', ' a'])('a Discord avatar that is not a hash is dropped: %j', avatar => {
  expect(profileOf('discord', { answers: [{ id: '9', avatar }] }).pictureUrl).toBe('')
})

test.each([
  [{ is_primary: true, is_confirmed: true }, true],
  [{ is_primary: true, is_confirmed: false }, false],
  [{ is_primary: false, is_confirmed: true }, false],
  [{ is_primary: true }, false],
  [{ is_confirmed: true }, false],
])('a Bitbucket email counts only if primary and confirmed: %j', (flags, counts) => {
  const answers = [{ uuid }, { values: [{ email, ...flags }] }]
  expect(profileOf('bitbucket', { answers }).email).toEqual(counts ? { address: email, class: 'B' } : null)
})

test.each([[{ primary: true }], [{ verified: true }]])(
  'a GitHub email with missing flags does not count: %j',
  flags => {
    expect(profileOf('github', { answers: [{ id: 7 }, [{ email, ...flags }]] }).email).toBeNull()
  },
)

describe('composite account ids', () => {
  const long = '005000000000001AAA'

  test.each([uuid, `{${uuid}}`, uuid.toUpperCase()])('a Bitbucket id is a UUID: %j', good => {
    expect(profileOf('bitbucket', { answers: [{ uuid: good }] }).subject).toBe(good)
  })

  test.each([
    ['bitbucket', { uuid: `x${uuid}` }],
    ['bitbucket', { uuid: `${uuid}x` }],
    ['salesforce', { sub: 'x', organization_id: `.${long}`, user_id: long }],
    ['salesforce', { sub: 'x', organization_id: `${long}.`, user_id: long }],
    ['salesforce', { sub: 'x', organization_id: long, user_id: `.${long}` }],
    ['salesforce', { sub: 'x', organization_id: long, user_id: `${long}.` }],
    ['slack', { sub: 'x', 'https://slack.com/team_id': '.T', 'https://slack.com/user_id': 'U' }],
    ['slack', { sub: 'x', 'https://slack.com/team_id': 'T.', 'https://slack.com/user_id': 'U' }],
    ['slack', { sub: 'x', 'https://slack.com/team_id': 'T', 'https://slack.com/user_id': '.U' }],
    ['slack', { sub: 'x', 'https://slack.com/team_id': 'T', 'https://slack.com/user_id': 'U.' }],
  ] as const)('an id of %s has no other characters: %j', (name, answer) => {
    expect(() => profileOf(name, { answers: [answer] })).toThrow()
  })

  test.each([
    { tid: `x${uuid}`, oid: uuid },
    { tid: `${uuid}x`, oid: uuid },
    { tid: uuid, oid: `${uuid}.x` },
  ])('of Microsoft is two GUIDs: %j', claims => {
    expect(() => profileOf('microsoft', { claims: { sub: 'x', ...claims } })).toThrow()
  })
})

test('Microsoft’s domain-owner claim is also accepted as a string', () => {
  const claims = { sub: 'x', tid: uuid, oid: uuid, email, xms_edov: 'true' }
  expect(profileOf('microsoft', { claims }).email).toEqual({ address: email, class: 'B' })
})

test.each([
  [4096, 'A'],
  [4097, ''],
])('Apple’s form POST is parsed up to 4,096 characters: %i', (length, first) => {
  const posted = JSON.stringify({ name: { firstName: 'A' } }).padEnd(length)
  expect(profileOf('apple', { claims: { sub: '1' }, posted }).name.first).toBe(first)
})
