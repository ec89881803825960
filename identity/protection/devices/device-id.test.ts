import { expect, test } from 'vitest'
import { hashed, readDeviceId, writeDeviceId } from './create-devices.ts'

const device = {
  projectId: 'project-1',
  device: 'device-1',
  userAgent: 'Mozilla/5.0',
  isAutomated: false,
  nonce: 'nonce-1',
  issuedAt: 1_800_000_000_000,
}
const id = writeDeviceId('key', device)

test('a device id decodes to its data, with names and browsers hashed', () => {
  expect(readDeviceId('key', id)).toEqual({
    project: hashed('key', 'project-1'),
    device: 'device-1',
    userAgent: hashed('key', 'Mozilla/5.0'),
    isAutomated: false,
    nonce: 'nonce-1',
    issuedAt: device.issuedAt,
  })
})

test('a foreign or tampered device id decodes to null', () => {
  const [text = '', mac = ''] = id.slice('telemetry-id-'.length).split('.')
  const other = Buffer.from(JSON.stringify(['x', 'y', 'z', false, 'n', 0])).toString('base64url')
  for (const forged of [
    `telemetry-id-${other}.${mac}`,
    `telemetry-id-${text}.${mac.slice(1)}`,
    `telemetry-id-${text}.${'x'.repeat(mac.length)}`,
    `telemetry-id-${text}`,
    `telemetry-ID-${text}.${mac}`,
    id.slice('telemetry-id-'.length),
    '',
  ])
    expect(readDeviceId('key', forged)).toBeNull()
  expect(readDeviceId('another key', id)).toBeNull()
})

test('device hashes are short and differ by key and purpose', () => {
  const hashes = [hashed('key', 'a', 'b'), hashed('key', 'ab'), hashed('key', 'a'), hashed('other', 'a', 'b')]
  expect(new Set(hashes).size).toBe(4)
  for (const hash of hashes) expect(hash).toHaveLength(16)
})
