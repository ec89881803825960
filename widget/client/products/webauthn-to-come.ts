import type { Core } from '../core.ts'
import type { Webauthn } from '../types.ts'

type Load = (baseUrl: string) => Promise<(core: Core) => Webauthn>

let load: Load

/** How to get what the plain script leaves out, from the provider at `baseUrl`: most pages do without. */
export const loadWebauthnBy = (way: Load): void => {
  load = way
}

/** Every method. The first one that is called fetches the code behind them; when that fails, so does the call, and the next fetches anew. */
export const createWebauthn = (core: Core): Webauthn => {
  let webauthn: Webauthn | undefined
  return new Proxy({} as Webauthn, {
    get: (_, method: keyof Webauthn) => async (options: never) => {
      webauthn ??= (await load(core.baseUrl))(core)
      return webauthn[method](options)
    },
  })
}
