/** The ceremonies of passkeys, the one thing of the console that no form can do: the options come from the page, the answer goes into its form. */

type Options = { publicKey: Record<string, unknown> }

const perform = async (ceremony: string, { publicKey }: Options): Promise<string> => {
  const credential =
    ceremony === 'register'
      ? await navigator.credentials.create({
          publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(publicKey as never),
        })
      : await navigator.credentials.get({
          publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(publicKey as never),
        })
  if (!(credential instanceof PublicKeyCredential)) throw new Error('No passkey was selected.')
  return JSON.stringify(credential.toJSON())
}

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-ceremony]')) {
  form.addEventListener('submit', event => {
    const { ceremony = '', options = '' } = form.dataset
    const credential = form.elements.namedItem('credential')
    if (!(credential instanceof HTMLInputElement) || credential.value !== '') return
    event.preventDefault()
    const said = form.querySelector('[role=alert]')
    fetch(options, { method: 'POST' })
      .then(async answer => {
        if (!answer.ok) throw new Error('Try again in a moment.')
        credential.value = await perform(ceremony, (await answer.json()) as Options)
        form.requestSubmit()
      })
      .catch((error: unknown) => {
        if (said === null) return
        said.textContent = `The passkey was not used: ${error instanceof Error ? error.message : 'it was refused.'}`
        said.removeAttribute('hidden')
      })
  })
}

export {}
