import { fuzzReader, jsonTokens } from '@corroborate/server-kit/testing/fuzz'
import { test } from 'vitest'
import { exportFormats, type FormatName } from './exports/index.ts'

const json = [...jsonTokens, '\\u0041', '\n', ' ', 'null', '-1e9', 'true', '{},', '{}\n', '\0']
const fields = [
  ...[
    '{"email":"a#@example.org"}',
    '"email":"a@example.org",',
    '"user_metadata":{',
    '"a#":',
    '"id":"#",',
    '"name":"a"',
  ],
  ...[
    '"identities":[',
    '"users":[',
    '"results":[',
    '"attributes":{',
    '"providerUserInfo":[',
    '"password_hash":"$2b$12$',
  ],
]
const csv = [
  ',',
  '\n',
  '\r\n',
  '"',
  '""',
  'a',
  'a#@example.org',
  ' ',
  'true',
  '{}',
  '\\N',
  'NULL',
  '$2b$12$',
  '2020-01-01',
  '+41',
  '\0',
]

const lines: [string, string][] = [
  ['', ''],
  ['{"email":"a@example.org","user_metadata":', '}'],
  ['{"', '":1}'],
]
const members = (name: string): [string, string][] => [
  [`{"${name}":[`, ']}'],
  [`{"${name}":[{"email":"a@example.org","attributes":`, '}]}'],
  ['[', ']'],
  [`{"a":`, `,"${name}":[{}]}`],
]
const table = (header: string): [string, string][] => [
  [`${header}\n`, ''],
  [`${header}\n"`, '"'],
  [`${header},`, '\n'],
]

const frames: Record<FormatName, [string, string][]> = {
  json: lines,
  auth0: lines,
  clerk: table(
    'id,first_name,last_name,username,primary_email_address,verified_email_addresses,password_digest,password_hasher',
  ),
  firebase: members('users'),
  supabase: [...table('id,email,encrypted_password,email_confirmed_at,raw_user_meta_data'), ['[', ']']],
  keycloak: members('users'),
  stytch: members('results'),
  csv: table('id,email,verified,hash,name'),
}

test.each(Object.keys(exportFormats) as FormatName[])(
  'no megabyte of users from %s takes its reader more than ten seconds of the processor, or 200 MB',
  name =>
    fuzzReader({
      module: new URL('./testing/read-export.ts', import.meta.url),
      name,
      frames: frames[name],
      // The reader validates each entry by itself, and a megabyte holds 300,000 of the shortest: CPU time grows with their number.
      longest: 1_000_000,
      mostTime: 10_000,
      tokens: name === 'csv' || name === 'clerk' ? csv : [...json, ...fields, ...(name === 'supabase' ? csv : [])],
    }),
)
