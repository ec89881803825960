// A prompt to look at, in the place of Google's.
window.google = {
  accounts: {
    id: {
      initialize: options => {
        window.google.place = options.prompt_parent_id
      },
      prompt: () => {
        const prompt = document.createElement('div')
        prompt.textContent = 'Here stands the prompt of Google.'
        prompt.style.cssText = 'padding: 24px; border: 1px solid currentColor; border-radius: 8px; text-align: center'
        document.getElementById(window.google.place ?? '')?.append(prompt)
      },
      cancel: () => {},
    },
  },
}
