import { enqueueJob } from '@corroborate/server-kit/outbox'
import { TOTP } from 'otpauth'
import { setClient } from '../../../factors/oauth/index.ts'
import type { Tables } from '../../../platform/database/index.ts'
import { noteFailure } from '../../../protection/index.ts'
import type { openConsole } from './visitor.ts'

type Console = Awaited<ReturnType<typeof openConsole>>

/** A project in which there is something of everything that an administrator can act on. */
export const fillProject = async (
  provider: Pick<
    Console,
    | 'addUser'
    | 'signIn'
    | 'sdk'
    | 'db'
    | 'sealer'
    | 'run'
    | 'project'
    | 'publicToken'
    | 'configure'
    | 'clock'
    | 'ownProject'
  >,
) => {
  const { db, clock } = provider
  const owner = await provider.ownProject()
  const { userId, emailId } = await provider.addUser('carl@example.org')
  const { session_token: session } = await provider.signIn(userId)
  const app = await provider.sdk('POST', '/totps', { expiration_minutes: 30 }, { session })
  const code = new TOTP({ secret: String(app.data.secret) }).generate({ timestamp: clock.now })
  await provider.sdk('POST', '/totps/authenticate', { totp_code: code, session_duration_minutes: 60 }, { session })
  await noteFailure(db, { project: owner, userId, guessed: 'passcode' }, clock.now)
  await provider.run(`project set ${provider.publicToken} --role helper=Helps`)
  await provider.run(`user role add ${userId} moderator`)
  const printed = await provider.run('app create --name Reader --redirect https://reader.example.org/cb --json')
  const { client_id: appId } = JSON.parse(printed.out) as { client_id: string }
  await provider.configure({
    captcha: { service: 'turnstile', siteKey: 'key', minimumScore: 0.5, cloudProject: '' },
    allowedOrigins: ['http://localhost:5000', 'https://app.example.org'],
  })
  await setClient(db, provider.sealer, owner.id, {
    provider: 'google',
    clientId: 'id-of-ours',
    clientSecret: 'secret',
    hostedDomain: '',
    trustsEmails: false,
    teamId: '',
    keyId: '',
    updatedAt: clock.now,
  })
  const lost = {
    ...{ projectId: owner.id, project: 'Corroborate', channel: 'email', to: 'dora@example.org', locale: 'en' },
    ...{ expiresAt: null, text: null, content: { template: 'no-account' } },
  }
  await enqueueJob<Tables>(db, { kind: 'message', payload: lost, delay: 1_000_000 }, clock.now)
  await db
    .updateTable('outbox')
    .set({ state: 'dead', last_error: 'No such mailbox.' })
    .where('kind', '=', 'message')
    .where('due_at', '>', clock.now + 900_000)
    .execute()
  const { id: jobId } = await db.selectFrom('outbox').select('id').where('state', '=', 'dead').executeTakeFirstOrThrow()
  const deliveryId = 'delivery-1'
  await db
    .insertInto('webhook_deliveries')
    .values({
      ...{ project_id: owner.id, delivery_id: deliveryId, type: 'user.deleted', user_id: 'user-test-gone' },
      ...{ happened_at: clock.now, url: 'https://app.example.org/told', state: 'given_up', attempts: 3 },
      ...{ answer: 'https://app.example.org answered 500.', attempted_at: clock.now },
    })
    .execute()
  await provider.run('admin add invited@example.org --role auditor')
  return { userId, emailId, appId, jobId, deliveryId }
}
