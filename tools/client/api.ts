// Made from the OpenAPI document by `npm run client`.
export interface paths {
    "/api/commands/add-folder": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * add-folder
         * @description For: admin
         */
        post: {
            parameters: {
                query?: {
                    /** @description Where the name is taken: refuse (409 name-taken), or keep both by another name */
                    onConflict?: "refuse" | "keep-both";
                };
                header?: {
                    "Idempotency-Key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        id?: string;
                        name: string;
                        parentId: string | null;
                    };
                };
            };
            responses: {
                /** @description Durable */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** Format: uuid */
                            id: string;
                            version: number;
                            position: string;
                        };
                    };
                };
                /** @description A problem: what is wrong, in words that a person can read */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/commands/remove-folder": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * remove-folder
         * @description For: admin
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    "Idempotency-Key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        id: string;
                    };
                };
            };
            responses: {
                /** @description Durable */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** Format: uuid */
                            id: string;
                            version: number;
                            position: string;
                        };
                    };
                };
                /** @description A problem: what is wrong, in words that a person can read */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/commands/add-file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * add-file
         * @description For: admin
         */
        post: {
            parameters: {
                query?: {
                    /** @description Where the name is taken: refuse (409 name-taken), or keep both by another name */
                    onConflict?: "refuse" | "keep-both";
                };
                header?: {
                    "Idempotency-Key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        id?: string;
                        folderId: string;
                        uploadId: string;
                    };
                };
            };
            responses: {
                /** @description Durable */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** Format: uuid */
                            id: string;
                            version: number;
                            position: string;
                        };
                    };
                };
                /** @description A problem: what is wrong, in words that a person can read */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/commands/remove-file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * remove-file
         * @description For: signed-in
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    "Idempotency-Key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        id: string;
                    };
                };
            };
            responses: {
                /** @description Durable */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** Format: uuid */
                            id: string;
                            version: number;
                            position: string;
                        };
                    };
                };
                /** @description A problem: what is wrong, in words that a person can read */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/commands/add-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * add-link
         * @description For: admin
         */
        post: {
            parameters: {
                query?: {
                    /** @description Where the name is taken: refuse (409 name-taken), or keep both by another name */
                    onConflict?: "refuse" | "keep-both";
                };
                header?: {
                    "Idempotency-Key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        id?: string;
                        folderId: string;
                        name: string;
                        link: string;
                    };
                };
            };
            responses: {
                /** @description Durable */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** Format: uuid */
                            id: string;
                            version: number;
                            position: string;
                        };
                    };
                };
                /** @description A problem: what is wrong, in words that a person can read */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/commands/add-employee": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * add-employee
         * @description For: admin
         */
        post: {
            parameters: {
                query?: {
                    /** @description Where the name is taken: refuse (409 name-taken), or keep both by another name */
                    onConflict?: "refuse" | "keep-both";
                };
                header?: {
                    "Idempotency-Key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        firstName: string;
                        lastName: string;
                        phoneNumber: string;
                        mobile?: string | null;
                        email: string;
                        role: string;
                        location: string;
                        department: string;
                        manager: string;
                        id?: string;
                        managerId?: string | null;
                        uploadId?: string | null;
                    };
                };
            };
            responses: {
                /** @description Durable */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** Format: uuid */
                            id: string;
                            version: number;
                            position: string;
                        };
                    };
                };
                /** @description A problem: what is wrong, in words that a person can read */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/commands/remove-employee": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * remove-employee
         * @description For: admin
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    "Idempotency-Key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        id: string;
                    };
                };
            };
            responses: {
                /** @description Durable */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** Format: uuid */
                            id: string;
                            version: number;
                            position: string;
                        };
                    };
                };
                /** @description A problem: what is wrong, in words that a person can read */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who is signed in */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The answer */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description A problem: what is wrong, in words that a person can read */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        /** Sign in; 401 `second-factor` with its kinds where a code or a passkey is asked for */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        email: string;
                        password: string;
                        teamPassword?: string;
                        code?: string;
                        passkey?: {
                            id: string;
                            rawId: string;
                            /** @constant */
                            type: "public-key";
                            response: {
                                clientDataJSON: string;
                                authenticatorData: string;
                                signature: string;
                            };
                        };
                    };
                };
            };
            responses: {
                /** @description The answer */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Session"];
                    };
                };
                /** @description A problem: what is wrong, in words that a person can read */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        /** Sign out */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description A problem: what is wrong, in words that a person can read */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tree": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The whole folder tree */
        get: {
            parameters: {
                query?: {
                    /** @description Wait until this position is in the answer (2 s at most, then 503) */
                    after?: string;
                    /** @description The state just after this position or time; for auditors */
                    at?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The answer */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Tree"];
                    };
                };
                /** @description A problem: what is wrong, in words that a person can read */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/folders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A folder with what lies in it */
        get: {
            parameters: {
                query?: {
                    /** @description Wait until this position is in the answer (2 s at most, then 503) */
                    after?: string;
                    /** @description The state just after this position or time; for auditors */
                    at?: string;
                };
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The answer */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Page"];
                    };
                };
                /** @description A problem: what is wrong, in words that a person can read */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/employees": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The directory, by first name */
        get: {
            parameters: {
                query?: {
                    /** @description Wait until this position is in the answer (2 s at most, then 503) */
                    after?: string;
                    /** @description The state just after this position or time; for auditors */
                    at?: string;
                    /** @description 1 to 1000 */
                    limit?: string;
                    /** @description `next` of the page before */
                    cursor?: string;
                    /** @description A position: only who has changed since, where that is not too long ago */
                    since?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The answer */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Employees"];
                    };
                };
                /** @description A problem: what is wrong, in words that a person can read */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One’s own access tokens, the newest first */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The answer */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description A problem: what is wrong, in words that a person can read */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        /** Make an access token for a program; it is told here only */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        name: string;
                        /** @enum {string} */
                        scope: "read" | "write";
                        /** Format: date-time */
                        expiresAt: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description A problem: what is wrong, in words that a person can read */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/trash": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What was removed, the newest first, 1,000 a page unless asked for; for administrators */
        get: {
            parameters: {
                query?: {
                    /** @description Wait until this position is in the answer (2 s at most, then 503) */
                    after?: string;
                    /** @description The state just after this position or time; for auditors */
                    at?: string;
                    /** @description 1 to 1000 */
                    limit?: string;
                    /** @description `next` of the page before */
                    cursor?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The answer */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description A problem: what is wrong, in words that a person can read */
                default: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Problem: {
            type?: string;
            title?: string;
            status?: number;
            detail?: string;
            code?: string;
            requestId?: string;
            fields?: {
                [key: string]: string;
            };
        };
        Folder: {
            id: string;
            name: string;
            /** @constant */
            type: "folder";
            path: string;
            parentId: string | null;
            dateAdded: string;
            timestamp: number;
            version: number;
            searchTerms: string[];
            /** @constant */
            restricted?: true;
        };
        Actor: {
            id: string;
            email: string;
            name?: string;
            file?: string;
        };
        File: {
            id: string;
            name: string;
            folderId: string;
            dateAdded: string;
            timestamp: number;
            version: number;
            searchTerms: string[];
            addedBy: components["schemas"]["Actor"];
            changedBy: components["schemas"]["Actor"];
            changedAt: string;
            /** @constant */
            type: "doc";
            url: string;
            size: number;
            mediaType: string;
            fileVersion: number;
            /** @constant */
            searchable?: false;
            reason?: string;
        };
        Link: {
            id: string;
            name: string;
            folderId: string;
            dateAdded: string;
            timestamp: number;
            version: number;
            searchTerms: string[];
            addedBy: components["schemas"]["Actor"];
            changedBy: components["schemas"]["Actor"];
            changedAt: string;
            /** @constant */
            type: "link";
            link: string;
        };
        FolderInTree: {
            id: string;
            name: string;
            /** @constant */
            type: "folder";
            path: string;
            parentId: string | null;
            dateAdded: string;
            timestamp: number;
            version: number;
            searchTerms: string[];
            /** @constant */
            restricted?: true;
            docs: (components["schemas"]["File"] | components["schemas"]["Link"])[];
            folders: components["schemas"]["FolderInTree"][];
        };
        Tree: {
            folders: components["schemas"]["FolderInTree"][];
            position: string;
        };
        Page: {
            folder: components["schemas"]["Folder"] | null;
            ancestors: {
                id: string;
                name: string;
                /** @constant */
                restricted?: true;
            }[];
            folders: components["schemas"]["Folder"][];
            docs: (components["schemas"]["File"] | components["schemas"]["Link"])[];
            position: string;
        };
        Employee: {
            id: string;
            firstName: string;
            lastName: string;
            phoneNumber: string;
            email: string;
            role: string;
            location: string;
            department: string;
            manager: string;
            dateAdded: string;
            timestamp: number;
            version: number;
            mobile?: string;
            managerId?: string;
            file?: string;
        };
        Employees: {
            employees: components["schemas"]["Employee"][];
            position: string;
            next?: string | null;
        };
        Session: {
            user: {
                id: string;
                email: string;
                /** @enum {string} */
                role: "admin" | "auditor" | "basic";
            };
            lacksSecondFactor?: boolean;
            /** @constant */
            sso?: true;
            /** @constant */
            ssoOnly?: true;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
