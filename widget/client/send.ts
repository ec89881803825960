import type { Call } from '@corroborate/wire/call'
import { CaptchaError, NoSessionError } from './errors.ts'
import type { Request, Sent } from './request.ts'
import type { ProjectSettings } from './types.ts'

/** What a fingerprinted body carries beside its own fields. */
export type Proofs = { captcha_token?: string | undefined; dfp_telemetry_id?: string | undefined }

type Needs = {
  request: Request
  settings: () => Promise<ProjectSettings>
  isSignedIn: () => boolean
  /** Names the device, where the page can. */
  fingerprint: (() => Promise<string>) | undefined
  /** The page's own captcha, if it has given one. */
  captcha: ((settings: ProjectSettings) => Promise<string>) | undefined
  /** The proof of work, which needs nothing of the page. */
  proveWork: () => Promise<string>
}

/**
 * Makes a call with the captcha and device id that the project's settings ask for, and repeats it once, with both, when the
 * provider demands a captcha. @throws NoSessionError before any request, for a call that acts on a session
 */
export const createSend = ({ request, settings, isSignedIn, fingerprint, captcha, proveWork }: Needs): Request => {
  const nameDevice = async ({ runDFPProtectedAuth }: ProjectSettings): Promise<string | undefined> => {
    try {
      return runDFPProtectedAuth ? await fingerprint?.() : undefined
    } catch {
      // The provider decides what an unnamed device may do.
      return undefined
    }
  }

  const firstProofs = async (project: ProjectSettings): Promise<Proofs> => {
    const isEnough = project.runDFPProtectedAuth && project.dfpProtectedAuthMode === 'DECISIONING'
    return {
      captcha_token: project.captchaSettings.enabled && !isEnough ? await captcha?.(project) : undefined,
      dfp_telemetry_id: await nameDevice(project),
    }
  }

  const allProofs = async (project: ProjectSettings): Promise<Proofs> => ({
    captcha_token: await (captcha ? captcha(project) : proveWork()),
    dfp_telemetry_id: await nameDevice(project),
  })

  return async <C extends Call>(call: C, sent: Sent<C> = {}) => {
    if (call.auth === 'session' && !isSignedIn()) throw new NoSessionError()
    if (!call.fingerprinted) return request(call, sent)
    const project = await settings()
    const withProofs = async (proofs: Proofs) => request(call, { ...sent, body: { ...sent.body, ...proofs } as never })
    try {
      return await withProofs(await firstProofs(project))
    } catch (error) {
      if (!(error instanceof CaptchaError)) throw error
      return withProofs(await allProofs(project))
    }
  }
}
