/** Header and footer around the screens of a logged-in person. */
export const shell = async () => (await import('./shell-layout.tsx')).ShellLayout
