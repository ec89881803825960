import { join } from 'node:path'
import { passwords } from '@corroborate/wire/passwords'
import { sessions } from '@corroborate/wire/sessions'
import { costOfCalls } from './cost-of-calls.ts'
import { canReadCpu, noCpu } from './cpu.ts'
import { type Cost, drawGrowth, growthRows } from './growth.ts'
import { inNewFolder } from './in-new-folder.ts'
import { requestSdk, sdkCall, startProvider } from './our-servers.ts'
import { newProject, openOurSessions } from './our-sessions.ts'
import { notMeasured, type Run } from './row.ts'
import { tokenOf } from './row-copies.ts'

const sizes = [1_000, 10_000, 100_000, 1_000_000]
const few = [1_000, 10_000]
const rounds = 5
const callsARound = 200
const account = { email: 'signs-in@example.org', password: 'lantern-gravel-opus-41', session_duration_minutes: 60 }

export const run: Run = async ({ quick }) => {
  if (!canReadCpu) return [notMeasured('accounts, the more there are', noCpu)]
  return inNewFolder(async folder => {
    const provider = await startProvider({ DATA_DIR: folder })
    try {
      const publicToken = await newProject(provider)
      const crowd = await openOurSessions(provider, { file: join(folder, 'identity.db') }, publicToken)
      await requestSdk(provider.origin, publicToken, passwords.create, { body: account })
      const asked = { pid: provider.pid, rounds }
      const checks: Cost[] = []
      const signIns: Cost[] = []
      let before = 0
      for (const size of quick ? few : sizes) {
        await crowd.add(before, size)
        // Spread over all of them.
        const checkOf = (n: number) =>
          sdkCall(provider.origin, publicToken, sessions.authenticate, {
            body: {},
            session: tokenOf((n * 7_919) % size),
          })
        checks.push(await costOfCalls({ ...asked, size, callsARound }, checkOf))
        const signIn = sdkCall(provider.origin, publicToken, passwords.authenticate, { body: account })
        signIns.push(await costOfCalls({ ...asked, size, callsARound: callsARound / 10 }, () => signIn))
        before = size
      }
      await crowd.close()
      const growths = [
        { what: 'a check of a session', costs: checks },
        { what: 'a sign-in by password', costs: signIns },
      ]
      if (!quick)
        drawGrowth('cost-against-accounts.svg', growths, { title: 'What one costs, against accounts', of: 'accounts' })
      const how = `SQLite, as many sessions as accounts, one call after the other, ${rounds} rounds of ${callsARound}, of sign-ins a tenth`
      return growths.flatMap(growth => growthRows(growth, { of: 'accounts', how }))
    } finally {
      await provider.stop()
    }
  })
}
