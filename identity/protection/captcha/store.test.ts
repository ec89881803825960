import { expect, test } from 'vitest'
import { sealRows } from '../../platform/sealing/sealed-rows.ts'
import { identityUnderTest } from '../../testing/index.ts'
import { captchaSealed, findCaptchaSecret, removeCaptchaSecrets, setCaptchaSecret } from './store.ts'

test('a project has one secret per service, the latest', async () => {
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
  // Sealed for its row, it opens nowhere else.
  await db.updateTable('captcha_secrets').set({ project_id: 'project-3' }).execute()
  await expect(found('project-3', 'turnstile')).rejects.toThrow()
})

test('a plain-text captcha secret is encrypted with all others', async () => {
  const { db, sealer } = await identityUnderTest()
  const kept = { project_id: 'project-1', service: 'turnstile', secret: 'in clear', updated_at: 0 } as const
  await db.insertInto('captcha_secrets').values(kept).execute()
  expect(await sealRows(db, sealer, captchaSealed)).toBe(1)
  const [row] = await db.selectFrom('captcha_secrets').select('secret').execute()
  expect(row?.secret).toMatch(/^sealed-/)
  expect(await findCaptchaSecret(db, sealer, 'project-1', 'turnstile')).toBe('in clear')
})
