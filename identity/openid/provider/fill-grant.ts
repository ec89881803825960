import { claimsWith } from './claims.ts'

type Fillable = {
  addOIDCScope: (scope: string) => unknown
  rejectOIDCScope: (scope: string) => unknown
  addOIDCClaims: (claims: string[]) => unknown
  rejectOIDCClaims: (claims: string[]) => unknown
  addResourceScope: (resource: string, scope: string) => unknown
}

type Given = {
  granted: { scopes: readonly string[]; resources: readonly string[] } | null
  withheld: readonly string[]
  refusedClaims: readonly string[]
}

/** Scopes into a grant, and with each the claims that come with it: an application may also ask for those by name. */
export const fillGrant = (grant: Fillable, { granted, withheld, refusedClaims }: Given): void => {
  if (granted !== null && granted.scopes.length > 0) {
    const scopes = granted.scopes.join(' ')
    grant.addOIDCScope(scopes)
    for (const resource of granted.resources) grant.addResourceScope(resource, scopes)
    grant.addOIDCClaims(claimsWith(granted.scopes))
  }
  if (withheld.length > 0) grant.rejectOIDCScope(withheld.join(' '))
  if (refusedClaims.length > 0) grant.rejectOIDCClaims([...refusedClaims])
}
