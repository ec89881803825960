import process from 'node:process'
import { readProcessSettings } from '@corroborate/server-kit/settings'

// For health checks of containers: exit code 0 when each of our servers that listens on this machine is ready, and one does.

const { site, identity, host } = readProcessSettings()
const address = host === undefined || host === '0.0.0.0' || host === '::' ? 'localhost' : host

/** Returns null if nothing listens on this port, because the server runs elsewhere. */
const isReady = async (port: number): Promise<boolean | null> => {
  try {
    return (await fetch(`http://${address}:${port}/health/ready`)).ok
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } }
    return cause?.code === 'ECONNREFUSED' ? null : false
  }
}

const answers = (await Promise.all([site.port, identity.port].map(isReady))).filter(answer => answer !== null)
process.exitCode = answers.length > 0 && answers.every(Boolean) ? 0 : 1
