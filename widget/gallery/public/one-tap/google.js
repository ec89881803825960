// A prompt to look at, in the place of Google's. With `?chosen` somebody has chosen an account at once.
const isChosen = document.currentScript.src.endsWith('?chosen')
window.google = {
  accounts: {
    id: {
      initialize: options => {
        window.google.place = options.prompt_parent_id
        window.google.choose = () => options.callback({ credential: 'chosen' })
      },
      prompt: () => {
        const prompt = document.createElement('div')
        prompt.textContent = 'Here stands the prompt of Google.'
        prompt.style.cssText = 'padding: 24px; border: 1px solid currentColor; border-radius: 8px; text-align: center'
        document.getElementById(window.google.place ?? '')?.append(prompt)
        if (!isChosen) return
        // Google's goes, too, once somebody has chosen.
        prompt.remove()
        window.google.choose()
      },
      cancel: () => {},
    },
  },
}
