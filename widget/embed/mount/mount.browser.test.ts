import { see } from '@corroborate/server-kit/testing/browser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type * as Script from '../script.ts'
import { openStage, type Stage, type StagePage } from '../testing/index.ts'

declare global {
  interface Window {
    SignIn: typeof Script
  }
}

const place = '<div id="login"></div>'

let stage: Stage
let sharedPage: StagePage
beforeAll(async () => {
  stage = await openStage()
  sharedPage = await stage.open(place)
})
afterAll(() => stage.close())

const publicToken = 'public-token-test-1'

const mistakes: [object, RegExp][] = [
  [
    { elementId: '#nowhere' },
    /^The selector you specified \(#nowhere\) applies to no DOM elements that are currently on/,
  ],
  [{ elementId: '<' }, /^The selector you specified \(<\) applies to no DOM elements/],
  [{}, /needs an elementId or an element/],
  [{ elementId: 'login', publicToken: undefined }, /needs the publicToken of a project, or a client/],
  [{ elementId: 'login', publictoken: 'p' }, /mountLogin has no "publictoken"/],
  [{ elementId: 'login', config: { products: ['email'] } }, /mountLogin.config.products\[0\] must be one of/],
  [{ elementId: 'login', styles: { colours: {} } }, /mountLogin.styles has no "colours"/],
  [{ elementId: 'login', presentation: { colorScheme: 'dim' } }, /must be one of auto, light, dark, and is "dim"/],
  [{ elementId: 'login', baseUrl: 'nonsense' }, /baseUrl must be an http or https URL/],
]

describe('page with the plain script', () => {
  test('the script mounts a form with one call and one request', async () => {
    const { page, requests, complaints } = await stage.open(place)
    requests.length = 0
    await page.evaluate(token => void window.SignIn.mountLogin({ publicToken: token, elementId: 'login' }), publicToken)
    await see(page.getByRole('heading', { name: 'Sign up or log in' })).toBeVisible()
    await see(page.getByText('Powered by')).toBeVisible()
    // A preflight is the browser's; events are sent later, together.
    expect(requests.filter(request => !/OPTIONS|events/.test(request))).toEqual([
      `GET /sdk/v1/projects/bootstrap/${publicToken}`,
    ])
    expect(complaints).toEqual([])
  })

  test('the script finds its element by id and by selector', async () => {
    const { page } = await stage.open(`<main>${place}</main>`)
    for (const elementId of ['login', '#login', 'main > [id]']) {
      await page.evaluate(id => {
        window.one = window.SignIn.mountLogin({ publicToken: 'p', elementId: id })
      }, elementId)
      await see(page.locator('#login .siw')).toBeVisible()
      await page.evaluate(() => window.one.unmount())
    }
  })

  test.for(mistakes)('the script reports the error %j and renders nothing', async ([options, message]) => {
    const before = await sharedPage.page.content()
    const error = await sharedPage.page.evaluate(given => {
      try {
        window.SignIn.mountLogin({ publicToken: 'p', ...given } as never)
        return null
      } catch (thrown) {
        return { message: (thrown as Error).message, isUsage: thrown instanceof window.SignIn.UsageError }
      }
    }, options)
    expect(error).toEqual({ message: expect.stringMatching(message), isUsage: true })
    expect(await sharedPage.page.content()).toBe(before)
    expect(sharedPage.complaints).toEqual([])
  })
})

describe('unmounting', () => {
  test.each([false, true])('unmounting leaves nothing behind (shadow root: %s)', async enableShadowDOM => {
    const { page, complaints } = await stage.open(place)
    const [before, after] = await page.evaluate(async isShadow => {
      // Observers and timers still registered from here on.
      const timers = new Set<unknown>()
      const listeners = new Map<string, number>()
      const { setTimeout: later, clearTimeout: notLater, setInterval: often, clearInterval: notOften } = window
      Object.assign(window, {
        setTimeout: (work: () => void, ...rest: []) => {
          const id = later(
            () => {
              timers.delete(id)
              work()
            },
            ...rest,
          )
          timers.add(id)
          return id
        },
        clearTimeout: (id: number) => {
          timers.delete(id)
          notLater(id)
        },
        setInterval: (...all: Parameters<typeof often>) => {
          const id = often(...all)
          timers.add(id)
          return id
        },
        clearInterval: (id: number) => {
          timers.delete(id)
          notOften(id)
        },
      })
      for (const target of [window, document, document.body]) {
        const { addEventListener: add, removeEventListener: remove } = target
        const count = (type: string, by: number) => listeners.set(type, (listeners.get(type) ?? 0) + by)
        target.addEventListener = (...all: Parameters<typeof add>) => {
          count(all[0], 1)
          add.apply(target, all)
        }
        target.removeEventListener = (...all: Parameters<typeof remove>) => {
          count(all[0], -1)
          remove.apply(target, all)
        }
      }
      const all = () => ({
        markup: document.documentElement.outerHTML,
        globals: Object.keys(window).sort(),
        sheets: [document.styleSheets.length, document.adoptedStyleSheets.length],
        frames: window.length,
        timers: timers.size,
        listeners: [...listeners].filter(([, some]) => some !== 0),
        focus: document.activeElement?.tagName,
      })
      const first = all()
      const { unmount } = window.SignIn.mountLogin({
        publicToken: 'p',
        elementId: 'login',
        config: {
          products: ['emailMagicLinks', 'otp'],
          otpOptions: { methods: ['sms'] },
          enableShadowDOM: isShadow,
        },
      })
      const root = document.querySelector('#login > div')
      const tree = root?.shadowRoot ?? root
      tree?.querySelectorAll<HTMLElement>('[role=tab]')[1]?.click()
      tree?.querySelector('input')?.focus()
      await new Promise(resolve => later(resolve, 300))
      unmount()
      unmount()
      // A file that was on its way has come.
      do await new Promise(resolve => later(resolve, 300))
      while (document.querySelector('link[rel=modulepreload]') !== null)
      return [first, all()]
    }, enableShadowDOM)
    expect(after).toEqual(before)
    expect(complaints).toEqual([])
  })
})

describe('two widgets on one page', () => {
  test('two widgets share the style sheet and nothing else', async () => {
    const { page } = await stage.open('<div id="one"></div><div id="two"></div>')
    await page.evaluate(() => {
      const config = { products: ['emailMagicLinks', 'otp'], otpOptions: { methods: ['sms'] } } as const
      Object.assign(window, {
        heard: [] as string[],
        one: window.SignIn.mountLogin({
          publicToken: 'p1',
          elementId: 'one',
          config,
          callbacks: { onEvent: ({ type }) => window.heard.push(`one ${type}`) },
        }),
        two: window.SignIn.mountLogin({
          publicToken: 'p2',
          elementId: 'two',
          config,
          strings: 'de',
          callbacks: { onEvent: ({ type }) => window.heard.push(`two ${type}`) },
        }),
      })
    })
    const [one, two] = [page.locator('#one'), page.locator('#two')]
    await see(one.getByRole('heading')).toHaveText('Sign up or log in')
    await see(two.getByRole('heading')).toHaveText('Registrieren oder anmelden')
    const ids = await page.locator('[id]').evaluateAll(elements => elements.map(({ id }) => id))
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBeGreaterThan(6)
    await see(page.locator('style[data-siw]')).toHaveCount(1)

    await two.getByRole('textbox').fill('ada@example.org')
    await two.locator('button[type=submit]').click()
    await see(two.getByRole('heading')).toHaveText(/Postfach|E-Mail/)
    await see(one.getByRole('heading')).toHaveText('Sign up or log in')
    expect(await page.evaluate(() => window.heard)).toEqual(['two MAGIC_LINK_LOGIN_OR_CREATE'])

    await page.evaluate(() => window.one.unmount())
    await see(one).toBeEmpty()
    await see(two.locator('.siw')).toHaveCSS('width', '400px')
    await page.evaluate(() => window.two.unmount())
    await see(page.locator('style[data-siw]')).toHaveCount(0)
  })

  test('mounting a second widget in the same element replaces the first', async () => {
    const { page } = await stage.open(`<div id="login"><p>Of the page</p></div>`)
    await page.evaluate(() => {
      const first = window.SignIn.mountLogin({ publicToken: 'p', elementId: 'login' })
      window.SignIn.mountLogin({ publicToken: 'p', elementId: 'login', strings: 'de' })
      first.unmount()
    })
    await see(page.locator('#login .siw')).toHaveCount(1)
    await see(page.getByRole('heading')).toHaveText('Registrieren oder anmelden')
    await see(page.getByText('Of the page')).toBeVisible()
  })
})

test('changed options apply to a mounted widget without losing the current screen', async () => {
  const { page } = await stage.open(place)
  await page.evaluate(() => {
    window.one = window.SignIn.mountLogin({ publicToken: 'p', elementId: 'login' })
  })
  await page.getByRole('textbox').fill('ada@example.org')
  await page.evaluate(() =>
    window.one.update({
      strings: { language: 'de', main: { heading: 'Willkommen' } },
      presentation: { colorScheme: 'dark', darkStyles: { colors: { primary: 'rgb(1, 2, 3)' } } },
      styles: { colors: { primary: 'rgb(4, 5, 6)' }, container: { width: '333px' } },
    }),
  )
  await see(page.getByRole('heading')).toHaveText('Willkommen')
  await see(page.getByRole('textbox')).toHaveValue('ada@example.org')
  await see(page.locator('.siw')).toHaveCSS('color', 'rgb(1, 2, 3)')
  await see(page.locator('.siw')).toHaveCSS('width', '333px')
  await page.evaluate(() => window.one.update({ presentation: { colorScheme: 'light' } }))
  await see(page.locator('.siw')).toHaveCSS('color', 'rgb(4, 5, 6)')
  await page.evaluate(() => window.one.update({ styles: {} }))
  await see(page.locator('.siw')).toHaveCSS('color', 'rgb(25, 48, 61)')
})

test('an error in the page’s callback does not stop the sign-in', async () => {
  const { page } = await stage.open(place)
  const uncaught: string[] = []
  page.on('pageerror', ({ message }) => uncaught.push(message))
  await page.evaluate(() => {
    const fail = (): never => {
      throw new Error('a mistake of the page')
    }
    window.SignIn.mountLogin({ publicToken: 'p', elementId: 'login', callbacks: { onEvent: fail, onError: fail } })
  })
  await page.route('**/magic_links/**', route => route.abort(), { times: 1 })
  await page.getByRole('textbox').fill('ada@example.org')
  await page.getByRole('button', { name: 'Continue with email' }).click()
  await see(page.getByText('Unable to contact our servers.')).toBeVisible()
  await page.getByRole('button', { name: 'Continue with email' }).click()
  await see(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  expect(uncaught).toEqual(['a mistake of the page', 'a mistake of the page'])
})

test.each([false, true])('the form looks the same in an iframe document (shadow root: %s)', async enableShadowDOM => {
  const { page } = await stage.open('<iframe></iframe>')
  await page.evaluate(isShadow => {
    const inside = window.document.querySelector('iframe')?.contentDocument
    if (!inside) throw new Error('The frame has a document.')
    const element = inside.body.appendChild(inside.createElement('div'))
    window.SignIn.mountLogin({ publicToken: 'p', element, config: { enableShadowDOM: isShadow } })
  }, enableShadowDOM)
  await see(page.frameLocator('iframe').getByRole('textbox')).toHaveCSS('height', '45px')
})

test('auto follows the system color scheme', async () => {
  const { page } = await stage.open(place)
  await page.evaluate(() => void window.SignIn.mountLogin({ publicToken: 'p', elementId: 'login' }))
  const widget = page.locator('.siw')
  await see(widget).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await page.emulateMedia({ colorScheme: 'dark' })
  await see(widget).toHaveCSS('background-color', 'rgb(21, 31, 38)')
})

declare global {
  interface Window {
    heard: string[]
    one: ReturnType<typeof Script.mountLogin>
    two: ReturnType<typeof Script.mountLogin>
  }
}
