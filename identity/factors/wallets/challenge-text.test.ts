import { describe, expect, test } from 'vitest'
import { plainText, signInText } from './challenge.ts'

const at = Date.parse('2026-11-22T10:00:00.000Z')
const about = {
  wallet: { type: 'ethereum', address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' },
  nonce: 'abcdefghijklmnopqrstuv',
  at,
  expiresAt: at + 300_000,
} as const
const origin = 'https://papers.example.org'

describe('EIP-4361 message', () => {
  test('the message contains all page-defined fields in grammar order', () => {
    const params = {
      uri: `${origin}/login`,
      chain_id: '10',
      issued_at: '2026-11-22T09:59:59Z',
      statement: 'I accept the terms: https://papers.example.org/terms',
      not_before: '2026-11-22T10:00:00Z',
      message_request_id: 'request-1',
      resources: ['ipfs://bafybeiemxf5abjwjbikoz4mc3a3dla6ual3jsgpdr4cjr3oz3evfyavhwq/', `${origin}/terms`],
    }
    expect(signInText({ ...about, origin, params })).toBe(
      [
        'papers.example.org wants you to sign in with your Ethereum account:',
        about.wallet.address,
        '',
        params.statement,
        '',
        `URI: ${params.uri}`,
        'Version: 1',
        'Chain ID: 10',
        `Nonce: ${about.nonce}`,
        'Issued At: 2026-11-22T09:59:59Z',
        'Expiration Time: 2026-11-22T10:05:00.000Z',
        'Not Before: 2026-11-22T10:00:00Z',
        'Request ID: request-1',
        'Resources:',
        ...params.resources.map(resource => `- ${resource}`),
      ].join('\n'),
    )
  })

  test('the message defaults to two blank lines, the page’s scheme if not https, and mainnet', () => {
    const local = 'http://localhost:5000'
    expect(signInText({ ...about, origin: local, params: { uri: local } })).toBe(
      [
        'http://localhost:5000 wants you to sign in with your Ethereum account:',
        about.wallet.address,
        '',
        '',
        'URI: http://localhost:5000',
        'Version: 1',
        'Chain ID: 1',
        `Nonce: ${about.nonce}`,
        'Issued At: 2026-11-22T10:00:00.000Z',
        'Expiration Time: 2026-11-22T10:05:00.000Z',
      ].join('\n'),
    )
  })

  test('a Solana message names the account and chain', () => {
    const wallet = { type: 'solana', address: '4Nd1m5PzTYYg9ybjnB2gQz8m3yDW5x2sV4n8sE3mQ6Yt' } as const
    const lines = signInText({ ...about, wallet, origin, params: { uri: origin } }).split('\n')
    expect(lines[0]).toBe('papers.example.org wants you to sign in with your Solana account:')
    expect(lines).toContain('Chain ID: mainnet')
  })
})

test('the plain challenge states site, wallet and expiry, and does not start with 0x', () => {
  const text = plainText({ ...about, place: origin })
  expect(text).toMatch(/^Sign in to https:\/\/papers\.example\.org with your Ethereum wallet\.\n/)
  for (const part of [about.wallet.address, about.nonce, '2026-11-22T10:05:00.000Z']) expect(text).toContain(part)
})
