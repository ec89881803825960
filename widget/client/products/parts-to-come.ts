import type { Core } from '../core.ts'

type Parts = typeof import('./parts-at-hand.ts')
type Name = keyof Parts
type Load = <N extends Name>(name: N, baseUrl: string) => Promise<Parts[N]>

let load: Load

/** Sets the loader of the parts excluded from the plain script, from the provider at `baseUrl`; most pages don't need them. */
export const loadPartsBy = (way: Load): void => {
  load = way
}

type Methods = Readonly<Record<string | symbol, (...options: readonly unknown[]) => unknown>>

/** Every method of a part. The first one that is called fetches the code behind them; when that fails, so does the call, and the next fetches anew. */
const createPartToCome =
  <N extends Name>(name: N) =>
  (core: Core): ReturnType<Parts[N]> => {
    let part: Methods | undefined
    return new Proxy({} as ReturnType<Parts[N]>, {
      get:
        (_, method) =>
        async (...options: readonly unknown[]) => {
          part ??= (await load(name, core.baseUrl))(core) as unknown as Methods
          return part[method]?.(...options)
        },
    })
  }

export const createAccount = createPartToCome('createAccount')
export const createCryptoWallets = createPartToCome('createCryptoWallets')
export const createIdp = createPartToCome('createIdp')
export const createWebauthn = createPartToCome('createWebauthn')
