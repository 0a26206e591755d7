// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {NonceUsed} from "../Errors.sol";

/// @notice Used and cancelled orders. A nonce is any bit of any word of its owner: orders need no sequence.
abstract contract Nonces {
    /// @notice The 256 used-nonce bits of `owner` from nonce 256 · `word` on, lowest bit first.
    mapping(address owner => mapping(uint256 word => uint256 used)) public nonceBitmap;

    /// @notice Cancels the caller's orders with a nonce of `word` whose bit is set in `mask`.
    /// @param word nonce / 256
    /// @param mask bit nonce % 256
    function cancel(uint256 word, uint256 mask) external {
        nonceBitmap[msg.sender][word] |= mask;
    }

    function _burn(address owner, uint256 nonce) internal {
        mapping(uint256 word => uint256 used) storage ofOwner = nonceBitmap[owner];
        uint256 bit = 1 << (nonce & 0xff);
        uint256 used = ofOwner[nonce >> 8];
        if (used & bit != 0) revert NonceUsed(nonce);
        ofOwner[nonce >> 8] = used | bit;
    }
}
