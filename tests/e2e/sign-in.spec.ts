import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { poll } from '@feusa/testing/wait';
import { hold, inBrowser, inTurn } from './browser.js';
import { Entrance } from './pages/entrance.js';
import { lastLink } from './mail.js';
import { signIn } from './product.js';
import { Harness } from './harness.js';

const { email, password, teamPassword } = signIn;
let harness: Harness;
const entrance = async (path = '/', role?: 'admin' | 'basic', width = 1280) => {
  const screen = new Entrance(await harness.window(role, { viewport: { width, height: 900 } }));
  await screen.page.goto(path);
  return screen;
};
const at = (screen: Entrance, path: string) =>
  screen.page.waitForURL((url) => url.pathname === path);

inBrowser('the way in', () => {
  beforeAll(async () => {
    harness = await Harness.open();
  });
  afterEach(() => harness.closeWindows());
  afterAll(() => harness.close());

  it('leads those who are signed out to /', async () => {
    const screen = await entrance();
    for (const path of ['', '/employees', `/${crypto.randomUUID()}`].map((p) => `/dashboard${p}`)) {
      await screen.page.goto(path);
      await at(screen, '/');
    }
    for (const path of ['/register', '/users', '/trash', '/log', '/operations']) {
      await screen.page.goto(path);
      await at(screen, '/');
    }
  });

  it('leads those who are signed in from / and /reset to /dashboard', async () => {
    const screen = await entrance('/', 'basic');
    await at(screen, '/dashboard');
    await screen.page.goto('/reset');
    await at(screen, '/dashboard');
  });

  it('asks for the team password before anything else, and sends nothing', async () => {
    const screen = await entrance();
    let sent = 0;
    screen.page.on('request', (request) => (sent += Number(request.method() === 'POST')));
    await screen.signIn('', email, password);
    expect(await screen.alert.innerText()).toBe('You must enter a team password before logging in');
    expect(sent).toBe(0);
  });

  it('says that a team password is wrong, and keeps what was typed', async () => {
    const screen = await entrance();
    await screen.signIn('red tractor', email, password);
    expect(await screen.alert.innerText()).toBe('Incorrect team password; try again');
    expect(await screen.email.inputValue()).toBe(email);
    expect(await screen.password.inputValue()).toBe(password);
  });

  it('says the same of an unknown account and of a wrong password', async () => {
    const screen = await entrance();
    const said = [];
    for (const address of [email, 'nobody@feusa.example']) {
      const answer = screen.page.waitForResponse('/api/session');
      await screen.signIn(teamPassword, address, 'some wrong words');
      await (await answer).finished();
      await screen.button('Login').waitFor();
      said.push(await screen.alert.innerText());
    }
    expect(new Set(said).size).toBe(1);
  });

  it('finds fault with a field only once it was touched', async () => {
    const screen = await entrance();
    const fault = screen.page.getByText('Enter a valid e-mail address');
    expect(await fault.count()).toBe(0);
    await screen.email.fill('ada@');
    await screen.password.focus();
    await fault.waitFor();
  });

  it.each(inTurn([390, 1280]))(
    'keeps what was typed over a reload, no passwords, at %i px',
    async (width) => {
      for (const [path, role] of [['/', undefined] as const, ['/register', 'admin'] as const]) {
        const screen = await entrance(path, role, width);
        await screen.fill(teamPassword, 'typed@feusa.example', password);
        await screen.page.reload();
        await poll(() => screen.email.inputValue()).toBe('typed@feusa.example');
        expect(await screen.team.inputValue()).toBe('');
        expect(await screen.password.inputValue()).toBe('');
        const stored = await screen.page.evaluate<string>('JSON.stringify({ ...sessionStorage })');
        expect(stored).not.toContain(password);
        expect(stored).not.toContain(teamPassword);
      }
    },
  );

  it('forgets what was typed when the form is left', async () => {
    const screen = await entrance();
    await screen.email.fill('typed@feusa.example');
    await screen.page.getByRole('link', { name: 'Forgot Password', exact: true }).click();
    await screen.page.getByRole('link', { name: 'Back to sign in', exact: true }).click();
    await screen.team.waitFor();
    expect(await screen.email.inputValue()).toBe('');
  });

  it.each(inTurn([390, 1280]))(
    'says all that is wrong with a registration at once, at %i px',
    async (width) => {
      const screen = await entrance('/register', 'admin', width);
      const { page } = screen;
      await page.getByText('At least 6 characters').waitFor();
      await screen.register(teamPassword, 'no address', 'short');
      await page.getByText('Enter a valid e-mail address').waitFor();
      await page.getByText('Password must be at least 6 characters').waitFor();
      await screen.register(teamPassword, email.toUpperCase(), email);
      await page.getByText('That e-mail is already registered').waitFor();
      await page.getByText('This password is too easy to guess').waitFor();
      await screen.register(teamPassword, '', '');
      await page.getByText('Enter a valid e-mail address').waitFor();
      await page.getByText('Enter a password').waitFor();
    },
  );

  it('says Pending while it waits, then shows the folders', async () => {
    const screen = await entrance();
    await screen.team.waitFor();
    const signingIn = await hold(screen.page, '/api/session');
    await screen.signIn(teamPassword, email, password);
    await screen.button('Pending').waitFor();
    signingIn.release();
    await at(screen, '/dashboard');
  });

  it('leads on to the folder of a link that somebody sent', async () => {
    const { id } = await harness.api.command('add-folder', { name: 'Sent', parentId: null });
    const screen = await entrance(`/dashboard/${id}`);
    await at(screen, '/');
    await screen.signIn(teamPassword, email, password);
    await screen.page.getByRole('heading', { name: 'Sent' }).waitFor();
  });

  it('logs out to /, for good', async () => {
    const screen = await entrance();
    await screen.signIn(teamPassword, email, password);
    await at(screen, '/dashboard');
    await screen.button('Logout').first().click();
    await at(screen, '/');
    await screen.page.goto('/dashboard');
    await at(screen, '/');
  });

  it('sends a link to those who forgot, which sets a new password once', async () => {
    const forgetful = { ...signIn, email: 'forgetful@feusa.example' };
    await harness.api.command('register-user', forgetful);
    const screen = await entrance();
    await screen.page.getByRole('link', { name: 'Forgot Password', exact: true }).click();
    await at(screen, '/reset');
    await screen.email.fill(forgetful.email);
    await screen.button('Send password reset email').click();
    expect(await screen.alert.innerText()).toBe('Password reset link sent!');

    const link = await lastLink(harness.dataDir, forgetful.email);
    const check = await hold(screen.page, '**/api/password-resets/*');
    await screen.page.goto(link);
    await screen.page.getByRole('heading', { name: 'Choose a new password' }).waitFor();
    await screen.page.getByRole('status', { name: 'Checking the link' }).waitFor();
    check.release();
    await screen.newPassword.fill('short');
    await screen.button('Set new password').click();
    await screen.page.getByText('Password must be at least 6 characters').waitFor();
    await screen.newPassword.fill('quiet river meadow');
    await screen.button('Set new password').click();
    await screen.button('Go to sign in').click();
    await screen.signIn(teamPassword, forgetful.email, password);
    await screen.alert.waitFor();
    await screen.signIn(teamPassword, forgetful.email, 'quiet river meadow');
    await at(screen, '/dashboard');

    const again = await entrance(link);
    expect(await again.alert.innerText()).toBe(
      'This reset link is no longer valid. Request a new one.',
    );
    expect(await again.newPassword.count()).toBe(0);
    await again.button('Send a new link').click();
    await at(again, '/reset');
    await again.email.waitFor();
  });

  it('answers the same for an address that nobody has', async () => {
    const screen = await entrance('/reset');
    await screen.email.fill('nobody@feusa.example');
    await screen.button('Send password reset email').click();
    expect(await screen.alert.innerText()).toBe('Password reset link sent!');
  });

  it('registers new users, who are basic', async () => {
    const screen = await entrance('/dashboard', 'admin');
    await screen.button('Add New User').click();
    await at(screen, '/register');
    await screen.register('', 'new@feusa.example', password);
    await screen.page
      .getByText('You must enter a team password before creating an account')
      .waitFor();
    await screen.register('red tractor', 'new@feusa.example', password);
    await screen.page.getByText('Incorrect team password; try again').waitFor();
    await screen.register(teamPassword, 'new@feusa.example', 'password123');
    await screen.page.getByText('This password is too easy to guess').waitFor();
    await screen.register(teamPassword, 'ADA@feusa.example', password);
    await screen.page.getByText('That e-mail is already registered').waitFor();
    await screen.register(teamPassword, 'new@feusa.example', password);
    await at(screen, '/dashboard');

    const theirs = await entrance();
    await theirs.signIn(teamPassword, 'new@feusa.example', password);
    await at(theirs, '/dashboard');
    expect(await theirs.button('Add New User').count()).toBe(0);
  });
});
