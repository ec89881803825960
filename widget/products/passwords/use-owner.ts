import { useEffect, useState } from 'react'
import { useWidget } from '../../form/index.ts'

/**
 * The address that a reset link was mailed to, as the provider says: whoever opens somebody else's link shall see whose
 * password they are about to set. Undefined until it has answered, and with a client or a provider that cannot tell.
 */
export const useOwner = (token: string): string | undefined => {
  const { client } = useWidget()
  const [owner, setOwner] = useState<string>()
  useEffect(() => {
    if (token === '') return
    let isCurrent = true
    void askOwner(client, token).then(address => {
      if (isCurrent) setOwner(address)
    })
    return () => {
      isCurrent = false
    }
  }, [client, token])
  return owner
}

const askOwner = async (client: ReturnType<typeof useWidget>['client'], token: string): Promise<string | undefined> => {
  try {
    return (await client.magicLinks.look(token)).email_address
  } catch {
    // What is wrong with a link is said when it is spent.
    return undefined
  }
}
