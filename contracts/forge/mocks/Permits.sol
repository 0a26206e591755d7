// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {PlainToken} from "../../test/PlainToken.sol";

/// @notice EIP-2612 and DAI's permit; `domain` is any word, so that a test signs without ceremony.
contract PermitToken is PlainToken {
    mapping(address => uint256) public nonces;

    function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external
    {
        require(block.timestamp <= deadline, "late");
        bytes32 digest = keccak256(abi.encode(address(this), owner, spender, value, nonces[owner]++, deadline));
        require(ecrecover(digest, v, r, s) == owner && owner != address(0), "not signed");
        allowance[owner][spender] = value;
    }

    function permit(
        address owner,
        address spender,
        uint256 nonce,
        uint256 expiry,
        bool allowed,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        require(expiry == 0 || block.timestamp <= expiry, "late");
        require(nonce == nonces[owner]++, "nonce");
        bytes32 digest = keccak256(abi.encode(address(this), owner, spender, nonce, expiry, allowed));
        require(ecrecover(digest, v, r, s) == owner && owner != address(0), "not signed");
        allowance[owner][spender] = allowed ? type(uint256).max : 0;
    }
}

/// @notice No permit, and a fallback that answers to anything, as WETH9's does.
contract PhantomToken is PlainToken {
    fallback() external {}
}

/// @notice Spends its caller's gas or answers without end where a permit is expected; otherwise plain.
contract NoisyToken is PlainToken {
    fallback() external {
        assembly {
            return(0, 100000)
        }
    }
}
