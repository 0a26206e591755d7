// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {PlainToken} from "../../test/PlainToken.sol";

/// @notice No permit, and a fallback that accepts any call, like that of WETH9.
contract PhantomToken is PlainToken {
    fallback() external {}
}

/// @notice Returns 100,000 bytes to a permit call; otherwise plain.
contract NoisyToken is PlainToken {
    fallback() external {
        assembly {
            return(0, 100000)
        }
    }
}
