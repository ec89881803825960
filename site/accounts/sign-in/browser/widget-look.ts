import type { MountOptions } from '@corroborate/widget'

/** The page is the frame: the widget has none of its own in it, in light or dark. */
const noFrame = { backgroundColor: 'transparent', borderColor: 'transparent' }

/** Appearance of the widget on this site, with the CSP nonce of its style element. */
export const widgetLook = (): Pick<MountOptions, 'nonce' | 'styles' | 'presentation'> => ({
  nonce: document.querySelector<HTMLElement>('script[nonce]')?.nonce ?? '',
  styles: {
    container: { ...noFrame, width: '100%' },
    fontFamily: 'Inter, "Inter Fallback", system-ui, sans-serif',
  },
  presentation: { darkStyles: { container: noFrame } },
})
