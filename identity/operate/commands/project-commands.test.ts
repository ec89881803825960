import { openCallerSecrets } from '@corroborate/server-kit/known-caller'
import { webhookKeyOf, webhookSecretOf } from '@corroborate/server-kit/webhooks'
import { describe, expect, test } from 'vitest'
import { publicKeys } from '../../accounts/sessions/index.ts'
import { commandsUnderTest } from './testing/index.ts'

type Shown = { project_id: string; public_token: string; environment: string; settings: Record<string, unknown> }

const withProjects = async () => {
  const provider = await commandsUnderTest()
  const create = async (words: string) => {
    const made = await provider.run(`project create ${words}`)
    return { ...made, project: made.json as Shown }
  }
  const algorithmsOf = async (id: string) => (await publicKeys(provider.db, id, Date.now())).map(({ alg }) => alg)
  return { ...provider, create, algorithmsOf }
}
const entry = { actor: 'operator:eve@desk', user_id: null }

describe('project commands', () => {
  test('project create makes a test or live project with its settings', async () => {
    const { create, noted, algorithmsOf } = await withProjects()
    const { project, text } = await create('␣My␣page␣ --watermark on')
    expect(project).toMatchObject({ name: 'My page', environment: 'test', settings: { watermark: true } })
    expect(project.public_token).toMatch(/-test-/)
    expect(text).toMatch(/^name +My page$/m)
    expect(await algorithmsOf(project.project_id)).toEqual([])
    expect(await noted(undefined, project.project_id)).toEqual([
      { action: 'project.created', ...entry, details: { name: 'My page', watermark: ['on'] } },
    ])
    const { project: live } = await create('Journal --live')
    expect(live).toMatchObject({ environment: 'live', public_token: expect.stringMatching(/-live-/) })
  })

  test('project create with an algorithm generates a key at once', async () => {
    const { create, run, algorithmsOf } = await withProjects()
    const { project } = await create('Journal --jwt-algorithm ES256')
    expect(await algorithmsOf(project.project_id)).toEqual(['ES256'])
    await run(`project set ${project.public_token} --jwt-algorithm RS256`)
    expect((await algorithmsOf(project.project_id)).toSorted()).toEqual(['ES256', 'RS256'])
    const other = await create('Other')
    await run(`project set ${other.project.public_token} --watermark on`)
    expect(await algorithmsOf(other.project.project_id)).toEqual([])
  })

  test('project create with an invalid name or setting is rejected', async () => {
    const { refusal, run } = await withProjects()
    const before = (await run('project list')).json
    expect(await refusal(`project create ${'x'.repeat(101)}`)).toEqual([
      2,
      'The name must be one line of at most 100 characters.',
    ])
    expect(await refusal('project create Journal --watermark maybe')).toEqual([
      2,
      '--watermark maybe: must be on or off.',
    ])
    expect((await run('project list')).json).toEqual(before)
  })

  test('project list omits the console’s project', async () => {
    const { create, run, publicToken } = await withProjects()
    await run('admin add ada@example.org --role owner')
    const { project } = await create('Journal --allow-origin https://a.example')
    const { json, text } = await run('project list')
    const tokens = (json as Shown[]).map(({ public_token }) => public_token)
    expect(tokens.toSorted()).toEqual([publicToken, project.public_token].toSorted())
    expect(text.split('\n')).toHaveLength(2)
    expect(text).toContain(`${project.public_token}  Journal  https://a.example`)
  })

  test('project show defaults to the local site’s project', async () => {
    const { create, run, refusal, publicToken } = await withProjects()
    const { project } = await create('Journal')
    const own = await run('project show')
    expect(own.json).toMatchObject({ public_token: publicToken, name: 'Corroborate' })
    expect(own.text).toMatch(/^name +Corroborate$/m)
    expect((await run(`project show ${project.public_token}`)).json).toEqual(project)
    expect(await refusal('project show nobody')).toEqual([
      1,
      'No project with token nobody. List them with `project list`.',
    ])
  })

  test('a project has its own secret for user event webhooks', async () => {
    const { create, run, refusal, settings, publicToken } = await withProjects()
    const [newest = ''] = openCallerSecrets(settings)
    const secret = webhookSecretOf(webhookKeyOf(newest, publicToken))
    expect(await run('project events-secret')).toMatchObject({
      json: { public_token: publicToken, secret },
      text: secret,
    })
    const { project } = await create('Journal')
    const { json } = await run(`project events-secret ${project.public_token}`)
    expect(json).toEqual({
      public_token: project.public_token,
      secret: webhookSecretOf(webhookKeyOf(newest, project.public_token)),
    })
    expect((await refusal('project events-secret nobody'))[0]).toBe(1)
  })

  test('project set is logged', async () => {
    const { run, noted, project, publicToken } = await withProjects()
    const { json, text } = await run(`project set ${publicToken} --name Old --name ␣Journal␣ --watermark on`)
    expect(json).toMatchObject({ name: 'Journal', settings: { watermark: true } })
    expect(text).toMatch(/^name +Journal$/m)
    expect(await project()).toMatchObject({ name: 'Journal', watermark: true })
    expect(await noted()).toEqual([
      { action: 'project.changed', ...entry, details: { name: ['Old', ' Journal '], watermark: ['on'] } },
    ])
    expect((await run(`project set ${publicToken} --watermark off`)).json).toMatchObject({
      name: 'Journal',
      settings: { watermark: false },
    })
  })

  test('project set with invalid or no options changes nothing', async () => {
    const { refusal, noted, project, publicToken } = await withProjects()
    const before = await project()
    expect(await refusal(`project set ${publicToken}`)).toEqual([2, 'Set at least one option.'])
    expect(await refusal(`project set ${publicToken} --name two\nlines --watermark on`)).toEqual([
      2,
      'The name must be one line of at most 100 characters.',
    ])
    expect(await refusal('project set nobody')).toEqual([
      1,
      'No project with token nobody. List them with `project list`.',
    ])
    expect(await project()).toEqual(before)
    expect(await noted()).toEqual([])
  })

  test('project set cannot remove a role in use', async () => {
    const { run, refusal, addUser, publicToken, project } = await withProjects()
    const remove = `project set ${publicToken} --remove-role moderator`
    await addUser('ada@example.org')
    await addUser('bob@example.org')
    await run('user role add ada@example.org moderator')
    expect(await refusal(`${remove} --watermark on`)).toEqual([
      1,
      'One user of Corroborate has the role moderator: remove it first with `user role remove`.',
    ])
    expect(await refusal(`project set ${publicToken} --remove-role stytch_user`)).toEqual([
      2,
      '--remove-role stytch_user: is the role of everybody.',
    ])
    await run('user role add bob@example.org moderator')
    expect(await refusal(remove)).toEqual([
      1,
      '2 users of Corroborate have the role moderator: remove it first with `user role remove`.',
    ])
    expect(await project()).toMatchObject({ watermark: false })
    for (const name of ['ada', 'bob']) await run(`user role remove ${name}@example.org moderator`)
    expect((await run(remove)).code).toBe(0)
    expect((await project()).rbac.roles.map(({ role_id }) => role_id)).not.toContain('moderator')
  })
})

test('project commands default to the site’s project', async () => {
  const { create, run, refusal, addUser } = await withProjects()
  const { userId } = await addUser('ada@example.org')
  const { project } = await create('Journal')
  const { public_token } = project
  expect((await run('user list')).json).toMatchObject([{ user_id: userId }])
  expect((await run(`user list --project ${public_token}`)).json).toEqual([])
  expect((await run(`user list --project ␣${public_token}␣`)).json).toEqual([])
  expect((await run('user list --project ␣')).json).toHaveLength(1)
  const nobody = [1, 'No project with token nobody. List them with `project list`.']
  expect(await refusal('user list --project nobody')).toEqual(nobody)
  // The project flag is not one of the app's settings.
  const app = await run(`app create --name Reader --redirect https://a.example/cb --project ${public_token}`)
  const { client_id } = app.json as { client_id: string }
  expect(await refusal(`app set ${client_id} --project ${public_token}`)).toEqual([2, 'Set at least one option.'])
})
