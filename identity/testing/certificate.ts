import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Certificate = { key: Buffer; cert: Buffer }

const openssl = 'openssl'

/** A certificate of our own for some hosts, good for a day; null where OpenSSL, which makes it, is missing. */
export const makeCertificate = (hosts: readonly string[]): Certificate | null => {
  const folder = mkdtempSync(join(tmpdir(), 'identity-tls-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const names = hosts.map(host => `DNS:${host}`).join()
  try {
    const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key]
    const about = ['-out', cert, '-days', '1', '-subj', `/CN=${hosts[0]}`, '-addext', `subjectAltName=${names}`]
    execFileSync(openssl, ['req', '-x509', ...newKey, ...about], { stdio: 'ignore' })
    return { key: readFileSync(key), cert: readFileSync(cert) }
  } catch {
    return null
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
