// For who starts the portal under this name; start.js takes less memory.
import './start.js';
