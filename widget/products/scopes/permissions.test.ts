import { assistantScopes } from '@corroborate/wire/assistants'
import { expect, test } from 'vitest'
import { de } from './de.ts'
import { en } from './en.ts'
import { permissionsOf, resultsOf, wantsMore } from './permissions.ts'

const results = (...scopes: string[]) =>
  scopes.map(scope => ({ scope, is_grantable: true, description: `Use the ${scope} scope` }))

test('standard scopes use the specification’s descriptions, without duplicates', () => {
  expect(permissionsOf(results('offline_access', 'email', 'openid', 'profile', 'phone'), en)).toEqual([
    { text: 'Verify your identity', details: [] },
    {
      text: 'View your personal profile information',
      details: ['Your name, profile picture, and language preferences', 'Your email address', 'Your phone number'],
    },
    { text: "Maintain access to your data even when you're not actively using the app", details: [] },
  ])
  expect(permissionsOf(results('email'), en)).toEqual([
    { text: 'View your personal profile information', details: ['Your email address'] },
  ])
})

test('other scopes show their description or name', () => {
  const described = { scope: 'notes.write', is_grantable: true, description: 'Write notes for you' }
  expect(permissionsOf([described, ...results('papers.read')], en).map(({ text }) => text)).toEqual([
    'Write notes for you',
    'Use the papers.read scope',
  ])
  expect(permissionsOf(results('papers.read'), de)[0]?.text).toContain('papers.read')
  expect(permissionsOf(results('full_access'), en)[0]?.text).toBe('Use the full_access scope')
})

test('assistant scopes are described in the widget’s language unless the project overrides them', () => {
  const draft = { scope: 'notes:draft', is_grantable: true, description: assistantScopes['notes:draft'] }
  expect(permissionsOf([draft], en)[0]?.text).toBe(assistantScopes['notes:draft'])
  expect(permissionsOf([draft], de)[0]?.text).toBe('Entwürfe von Anmerkungen schreiben, die nur Sie absenden')
  expect(permissionsOf([{ ...draft, description: 'Write drafts for our club' }], de)[0]?.text).toBe(
    'Write drafts for our club',
  )
})

test('scopes the user cannot grant are not requested', () => {
  const refused = { scope: 'notes.moderate', is_grantable: false, description: 'Moderate notes' }
  expect(permissionsOf([...results('openid'), refused], en)).toHaveLength(1)
  expect(wantsMore([...results('openid'), refused])).toBe(false)
})

test('scopes beyond identity are marked as such', () => {
  expect(wantsMore(results('openid', 'profile', 'email', 'phone', 'offline_access'))).toBe(false)
  expect(wantsMore(results('openid', 'full_access'))).toBe(true)
  expect(wantsMore(results('openid', 'notes.write'))).toBe(true)
})

test('granted scopes use the descriptions of the project defining them', () => {
  const described = [{ scope: 'papers.write', description: 'Write papers in your name' }]
  const texts = permissionsOf(resultsOf('openid papers.write tools', described), en).map(({ text }) => text)
  expect(texts).toEqual(['Verify your identity', 'Write papers in your name', 'Use the tools scope'])
  expect(resultsOf('', described)).toEqual([])
})
