/** Topics of one socket. */
export const MOST_TOPICS = 300;
/** Topics in one request. */
export const MOST_ASKED = 200;
/** Sockets of one person at one replica: enough for twenty tabs. */
export const MOST_SOCKETS = 20;
/** What a socket beyond that is refused with. */
export const TOO_MANY_SOCKETS = 'too many connections';
