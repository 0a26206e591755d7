// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

/// @notice Makes a planned call from within a swap, and stores its result.
abstract contract Attempt {
    address private target;
    bytes private data;
    uint256 private value;
    bool public tried;
    bool public succeeded;
    bytes public answer;

    function plan(address target_, bytes calldata data_) external payable {
        (target, data, value, tried, succeeded, answer) = (target_, data_, msg.value, false, false, "");
    }

    /// Only the first attempt counts: a swap may reach the same place twice.
    function attempt() public {
        if (target == address(0) || tried) return;
        tried = true;
        (succeeded, answer) = target.call{value: value}(data);
    }
}

/// @notice An account of its own: not the one that a router armed.
contract Stranger {
    function tryCall(address to, bytes calldata data) external returns (bool ok) {
        (ok,) = to.call(data);
    }
}
