import type { Call } from '@corroborate/wire/call'
import { CaptchaError, NoSessionError } from './errors.ts'
import type { Request, Sent } from './request.ts'
import type { ProjectSettings } from './types.ts'

/** Additional fields of a fingerprinted body. */
export type Proofs = { captcha_token?: string | undefined; dfp_telemetry_id?: string | undefined }

type Needs = {
  request: Request
  settings: () => Promise<ProjectSettings>
  hasSession: () => boolean
  nameDevice: () => Promise<string>
  /** Completes the page's own captcha, or the project's. */
  captcha: (settings: ProjectSettings) => Promise<string>
}

/**
 * Makes a call with the captcha and device id that the project's settings ask for, and repeats it once, with both, when the
 * provider demands a captcha. @throws NoSessionError before any request, for a call that acts on a session
 */
export const createSend = ({ request, settings, hasSession, nameDevice, captcha }: Needs): Request => {
  const proofs = async (project: ProjectSettings, withCaptcha: boolean): Promise<Proofs> => ({
    captcha_token: withCaptcha
      ? await captcha(project).catch(cause => {
          throw new CaptchaError('No proof could be made that a person is there.', { cause })
        })
      : undefined,
    // The provider decides about unidentified devices.
    dfp_telemetry_id: project.runDFPProtectedAuth ? await nameDevice().catch(() => undefined) : undefined,
  })

  const wantsCaptcha = (project: ProjectSettings): boolean =>
    project.captcha.isOnEveryCall && !(project.runDFPProtectedAuth && project.dfpProtectedAuthMode === 'DECISIONING')

  return async <C extends Call>(call: C, sent: Sent<C> = {}) => {
    if (call.auth === 'session' && !hasSession()) throw new NoSessionError()
    if (!call.fingerprinted) return request(call, sent)
    const project = await settings()
    const withProofs = async (proved: Proofs) => request(call, { ...sent, body: { ...sent.body, ...proved } as never })
    try {
      return await withProofs(await proofs(project, wantsCaptcha(project)))
    } catch (error) {
      if (!(error instanceof CaptchaError)) throw error
      return withProofs(await proofs(project, true))
    }
  }
}
