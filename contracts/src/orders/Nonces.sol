// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {NonceUsed} from "../Errors.sol";

/// @notice Which orders are done with. A nonce is any bit of any word of its owner's: orders need no sequence.
abstract contract Nonces {
    /// @notice The used nonces of `owner` from 256 · `word` on, the lowest bit first.
    mapping(address owner => mapping(uint256 word => uint256 used)) public nonceBitmap;

    /// @notice Makes orders of the caller's worthless: every nonce of `word` that `mask` has a bit for.
    /// @param word nonce / 256
    /// @param mask bit nonce % 256
    function cancel(uint256 word, uint256 mask) external {
        nonceBitmap[msg.sender][word] |= mask;
    }

    function _burn(address owner, uint256 nonce) internal {
        uint256 bit = 1 << (nonce & 0xff);
        uint256 used = nonceBitmap[owner][nonce >> 8];
        if (used & bit != 0) revert NonceUsed(nonce);
        nonceBitmap[owner][nonce >> 8] = used | bit;
    }
}
