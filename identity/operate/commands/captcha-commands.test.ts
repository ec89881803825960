import { describe, expect, onTestFinished, test } from 'vitest'
import { openFakeServices, registeredAtServices } from '../../testing/index.ts'
import { commandsUnderTest } from './testing/index.ts'

const { siteKey, secret, cloudProject } = registeredAtServices
/** Nothing listens at this address. */
const nobody = { CAPTCHA_SERVICES_URL: 'http://127.0.0.1:1' }
const set = 'project captcha set'
const entry = { actor: 'operator:eve@desk', user_id: null }
const notAsked =
  'No captcha is required yet. Enable it with "project set": --adaptive-captcha, --captcha-on-every-call, --device-fingerprint.'

const withServices = async () => {
  const fake = await openFakeServices()
  onTestFinished(fake.close)
  const provider = await commandsUnderTest({ CAPTCHA_SERVICES_URL: fake.url })
  const secrets = () => provider.db.selectFrom('captcha_secrets').selectAll().execute()
  return { ...provider, fake, secrets }
}

describe('captcha command', () => {
  test.each([
    ['recaptcha-enterprise', ` --cloud-project ${cloudProject}`, 'reCAPTCHA Enterprise', cloudProject],
    ['recaptcha-v3', '', 'reCAPTCHA', ''],
    ['recaptcha-v2', '', 'reCAPTCHA', ''],
    ['turnstile', '', 'Turnstile', ''],
  ])('a captcha service is enabled once it accepts the secret (%s)', async (service, more, title, cloud) => {
    const { run, refusal, noted, project, secrets, fake } = await withServices()
    const line = `${set} ${service} --site-key ${siteKey}${more} --secret`
    const [code, said] = await refusal(`${line} wrong`)
    expect([code, said]).toEqual([
      1,
      expect.stringMatching(new RegExp(`^${title} rejected this secret \\(.+\\)\\. Nothing was changed\\.$`)),
    ])
    expect([(await project()).captcha, await secrets(), await noted()]).toEqual([null, [], []])

    const captcha = { service, siteKey, cloudProject: cloud, minimumScore: 0.5 }
    const done = await run(`${line} -`, { files: { '-': `${secret}\n` } })
    expect(done.json).toEqual({ ...captcha, checked: expect.stringMatching(/^[a-z-]+$/) })
    expect(done.text).toBe(`${title} knows the secret.\n${notAsked}`)
    expect((await project()).captcha).toEqual(captcha)
    expect(await secrets()).toHaveLength(1)
    expect(fake.asked.at(-1)).toMatchObject({ secret })
    expect(await noted()).toEqual([{ action: 'project.captcha_set', ...entry, details: captcha }])
  })

  test('a captcha service is enabled even if it does not respond', async () => {
    const { run, project } = await commandsUnderTest(nobody)
    const { json, text } = await run(`${set} turnstile --site-key ${siteKey} --secret x`)
    expect(json).toMatchObject({ service: 'turnstile', checked: 'unavailable' })
    expect(text).toBe(`Turnstile did not say whether it knows the secret.\n${notAsked}`)
    expect((await project()).captcha).toMatchObject({ service: 'turnstile' })
  })

  test.each([{ adaptiveCaptcha: true }, { captchaOnEveryCall: true }, { deviceFingerprint: 'observation' } as const])(
    'a captcha needs no mode option where one is already set (%o)',
    async config => {
      const { run, configure } = await commandsUnderTest(nobody)
      await configure(config)
      expect((await run(`${set} turnstile --site-key ${siteKey} --secret x`)).text).toBe(
        'Turnstile did not say whether it knows the secret.',
      )
    },
  )

  test.each([
    ['0', 0],
    ['1', 1],
    ['0.25', 0.25],
    ['1.00', 1],
  ])('a captcha minimum score of %s is accepted', async (score, minimumScore) => {
    const { run } = await commandsUnderTest(nobody)
    const options = `--site-key k --secret x --minimum-score ${score}`
    expect((await run(`${set} recaptcha-v3 ${options}`)).json).toMatchObject({ minimumScore })
    expect((await run(`${set} recaptcha-enterprise ${options} --cloud-project a`)).json).toMatchObject({ minimumScore })
  })

  test('removing a captcha service is logged', async () => {
    const { run, refusal, noted, project, secrets } = await withServices()
    expect(await refusal('project captcha remove')).toEqual([1, 'Corroborate uses no captcha service.'])
    await run(`${set} turnstile --site-key ${siteKey} --secret ${secret}`)
    expect(await run('project captcha remove')).toMatchObject({
      json: { service: 'turnstile' },
      text: 'The project now uses proof of work.',
    })
    expect([(await project()).captcha, await secrets()]).toEqual([null, []])
    expect(await noted('project.captcha_removed')).toEqual([
      { action: 'project.captcha_removed', ...entry, details: { service: 'turnstile' } },
    ])
  })
})

test('invalid captcha options are rejected', async () => {
  const { run, refusal, noted } = await commandsUnderTest(nobody)
  const long = 'x'.repeat(201)
  const cloud = '--cloud-project must be the id of a project at Google Cloud.'
  const score = '--minimum-score must be a number from 0 to 1.'
  for (const [words, said] of [
    [
      'hcaptcha --site-key k --secret x',
      expect.stringMatching(/^Unknown service "hcaptcha"\. Services: \S.*, turnstile.*\.$/),
    ],
    ['turnstile --secret x', '--site-key is missing.'],
    ['turnstile --site-key two␣words --secret x', '--site-key must be one word.'],
    [`turnstile --site-key ${long} --secret x`, '--site-key must be one word.'],
    ['turnstile --site-key k', '--secret is missing.'],
    ['turnstile --site-key k --secret two␣words', '--secret must be one word.'],
    [`turnstile --site-key k --secret ${long}`, '--secret must be one word.'],
    ['turnstile --site-key k --secret x --minimum-score 0.5', '--minimum-score is not supported by turnstile.'],
    ['recaptcha-v2 --site-key k --secret x --minimum-score 0.5', '--minimum-score is not supported by recaptcha-v2.'],
    ...['1.1', '2', '0.', '.5', '-0.5', 'x', '00', '0.5x', '01', '1.01', 'x0'].map(
      value => [`recaptcha-v3 --site-key k --secret x --minimum-score ${value}`, score] as const,
    ),
    ['turnstile --site-key k --secret x --cloud-project a', '--cloud-project is not supported by turnstile.'],
    ['recaptcha-v3 --site-key k --secret x --cloud-project a', '--cloud-project is not supported by recaptcha-v3.'],
    ['recaptcha-enterprise --site-key k --secret x', '--cloud-project is missing.'],
    ...['A', '-a', 'a_b', 'a'.repeat(64)].map(
      id => [`recaptcha-enterprise --site-key k --secret x --cloud-project ${id}`, cloud] as const,
    ),
  ] as const) {
    expect([words, ...(await refusal(`${set} ${words}`))]).toEqual([words, 2, said])
  }
  expect(await refusal(`${set} turnstile --site-key k --secret -`, { files: { '-': 'two words' } })).toEqual([
    2,
    'The secret must be one word.',
  ])
  expect(await noted()).toEqual([])
  // As long as they may be.
  const longest = 'x'.repeat(200)
  const enterprise = `recaptcha-enterprise --site-key ${longest} --secret ${longest} --cloud-project`
  for (const id of ['7', `a-${'b'.repeat(61)}`]) {
    expect((await run(`${set} ${enterprise} ${id}`)).json).toMatchObject({ cloudProject: id, siteKey: longest })
  }
})
