import { useWidget, type Widget } from '../../form/index.ts'

type Options = { conditional_mediation?: boolean; signal?: AbortSignal }
type Answer = Awaited<ReturnType<Widget['client']['webauthn']['authenticate']>>

/** Signs in with a passkey and continues. */
export const useEnter = () => {
  const { client, settings, emit, dispatch } = useWidget()
  return {
    authenticate: (options: Options = {}): Promise<Answer> =>
      client.webauthn.authenticate({
        is_passkey: true,
        session_duration_minutes: settings.sessionOptions.sessionDurationMinutes,
        ...settings.passkeyOptions,
        ...options,
      }),
    enter: (data: NonNullable<Answer>): void => {
      emit({ type: 'PASSKEY_AUTHENTICATE', data })
      dispatch({ type: 'transition', screen: 'PasskeyConfirmation' })
    },
  }
}
