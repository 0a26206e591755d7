// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

/// @notice Calls somebody, as it was told to, from wherever in a swap it stands; and keeps what came of it.
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

    /// The first is the one that counts: the same place may be passed twice in a swap.
    function attempt() public {
        if (target == address(0) || tried) return;
        tried = true;
        (succeeded, answer) = target.call{value: value}(data);
    }
}
