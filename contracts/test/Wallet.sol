// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

interface IApprovable {
    function approve(address spender, uint256 amount) external returns (bool);
}

/// @notice A contract account that makes many calls in one transaction.
contract Wallet {
    function approve(address token, address spender) external {
        IApprovable(token).approve(spender, type(uint256).max);
    }

    function callAll(address to, bytes[] calldata calls) external {
        for (uint256 i = 0; i < calls.length; i++) {
            (bool ok,) = to.call(calls[i]);
            require(ok, "a call failed");
        }
    }
}
