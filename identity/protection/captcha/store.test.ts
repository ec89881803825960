import { expect, test } from 'vitest'
import { identityUnderTest } from '../../testing/index.ts'
import { findCaptchaSecret, removeCaptchaSecrets, setCaptchaSecret } from './store.ts'

test('a project keeps one secret for each service, the one it was given last', async () => {
  const { db, sealer } = await identityUnderTest()
  const found = (projectId: string, service: 'turnstile' | 'recaptcha-v3') =>
    findCaptchaSecret(db, sealer, projectId, service)
  const secrets = [
    ['project-1', 'turnstile', 'first'],
    ['project-1', 'turnstile', 'second'],
    ['project-2', 'turnstile', 'of another project'],
  ] as const
  for (const [projectId, service, secret] of secrets)
    await setCaptchaSecret(db, sealer, { projectId, service, secret }, Date.now())
  expect(await found('project-1', 'turnstile')).toBe('second')
  expect(await found('project-1', 'recaptcha-v3')).toBeNull()
  await removeCaptchaSecrets(db, 'project-1')
  expect(await found('project-1', 'turnstile')).toBeNull()
  expect(await found('project-2', 'turnstile')).toBe('of another project')
})
